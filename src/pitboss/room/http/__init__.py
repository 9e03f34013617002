"""The HTTP and socket API of a room.

`app` puts it together; `routes/` has routes by subject, `sockets` the table socket. `middleware`
and `connections` limit and guard requests; `dependencies` resolves who asks and for which table;
`responses`, `problems` and `openapi` shape what is sent and how it is described.
"""
