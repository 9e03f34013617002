"""Check the clause map with mutations: break the code behind a clause; its tests must fail.

`definition_mutations` derives changes from game definitions, where values name their clauses;
`program_mutations` lists handwritten changes to the program; `patching` applies one of them in a
fresh process; `runner` runs the tests there."""
