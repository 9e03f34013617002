"""The room as HTTP and sockets: a thin shell that knows people's requests, and no rule."""
