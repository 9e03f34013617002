"""The dealer's school: questions about a game, and rounds that a trainee deals at a live table.

`syllabus` is what is taught and `lessons` explain it. `questions` defines questions and grades,
the `…_questions` modules make them, and `question_catalog` chooses from them.
`dealing_practice` checks each move of a trainee at a `practice_day`. Start with
`classroom.Classroom`, which runs a session.
"""
