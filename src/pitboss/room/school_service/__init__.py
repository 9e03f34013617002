"""The school of a room: lessons, questions and rounds to deal, and what everybody has learned.

`records` is what the store keeps of an account, `turns` are the requests to the school's process
and its answers, `teacher` answers them there, and `service` is what the routes call.
"""

__all__ = ["records", "service", "teacher", "turns"]
