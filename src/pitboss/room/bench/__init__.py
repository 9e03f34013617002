"""How many decisions a room takes a second, each of them on the disk before it is acknowledged."""
