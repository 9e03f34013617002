"""Mutation check of the clause map: break the code behind a clause; the tests it names must fail.

`definition_mutations` derives changes from the definition of a game, where a value names its
clause; `program_mutations` lists hand-written changes to the program; `patching` applies one of
them in a fresh process; `runner` runs the tests there.
"""
