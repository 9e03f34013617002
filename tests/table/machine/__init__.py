"""The state machine of `test_machine`, which executes arbitrary commands at a table.

`driver` is the base of its rules; `players`, `staff`, `deck_care`, `irregularities` and `proposals`
act, and `ruling_cells` and `whole_days` run errands. `watch` executes each command and checks
cards, `money`, `secrecy`, `replay` and `settlement`. `day_model` and `round_model` follow the
events, and `expectation` predicts the result of each command from them. `planted_faults` has
defects that the machine must detect."""
