"""People of a room: accounts and roles, passwords, sessions, invitations."""
