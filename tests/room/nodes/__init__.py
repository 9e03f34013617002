"""Several nodes that run one room."""
