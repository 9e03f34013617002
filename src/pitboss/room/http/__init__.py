"""The HTTP and socket API of a room.

`app` puts it together; `routes/` has routes by subject, `sockets` the table socket. `middleware`
and `connections` limit and guard requests; `dependencies` resolves who asks and for which table;
`responses` and `openapi` shape what is sent, errors included, and how it is described.
"""

__all__ = ["app", "connections", "middleware"]
