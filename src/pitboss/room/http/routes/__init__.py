"""The routes of the API, one module per subject; each has a `router` that `app` includes."""
