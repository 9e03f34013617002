"""The people of a room: accounts, sign-in, sessions, invitations and staff.

Start with `account_service`, which opens accounts and signs people in. `accounts` has the stored
account and its roles, `names` which names are allowed, and `credentials` passwords, sessions,
devices and invitations. `staffing` requires two people for every change of staff, `dual_control`
detects one person using two accounts, and `offline` changes the accounts of a room that is not
running. Import from the modules themselves.
"""

__all__: list[str] = []
