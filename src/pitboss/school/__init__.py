"""The dealer's school: questions about a game, and rounds that a trainee deals at a live table.

`syllabus` is what is taught and `lessons` explain it. `questions` defines questions and grades,
the `…_questions` modules and `payments` make them. `dealing_practice` checks each move of a
trainee at a `practice_day`. Start with `classroom.Classroom`, which chooses questions and runs a
session.
"""

__all__ = [
    "classroom",
    "dealing_practice",
    "incident_questions",
    "lessons",
    "practice_day",
    "questions",
    "syllabus",
]
