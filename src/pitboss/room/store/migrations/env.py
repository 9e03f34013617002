"""How Alembic writes the steps down: as text for a dialect, which the store then carries out."""

from alembic import context

context.configure(
    dialect_name=context.config.attributes["dialect"],
    dialect_opts={"paramstyle": "named"},  # else each % of a statement is written twice
    literal_binds=True,
    transactional_ddl=False,  # the store takes all steps in one transaction of its own
)
context.run_migrations()
