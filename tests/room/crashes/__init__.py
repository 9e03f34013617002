"""Crash tests that run the whole server as a process."""
