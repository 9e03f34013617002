"""Mutation check of the clause map: break what keeps a clause, and the tests it names must fail.

`derived` finds changes in the definition of a game, where a value carries its clause; `written`
lists changes to the program, by hand; `planting` puts one of them into a fresh process; `running`
runs the tests there.
"""
