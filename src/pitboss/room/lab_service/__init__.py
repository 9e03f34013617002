"""The lab's work for a room, in separate processes so that no table waits for it.

Start with `job_queue`, which schedules jobs. `questions` validates what people ask, `process` runs
a lab process and has its main loop, `answers` is what it computes, and `pocket_cards` caches the
pocket cards of tables.
"""

__all__: list[str] = []
