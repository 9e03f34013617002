"""Alembic's environment: it writes migrations as SQL text, which the store then executes."""

from alembic import context

context.configure(
    dialect_name=context.config.attributes["dialect"],
    dialect_opts={"paramstyle": "named"},  # otherwise each % of a statement is doubled
    literal_binds=True,
    transactional_ddl=False,  # the store runs all migrations in one transaction of its own
)
context.run_migrations()
