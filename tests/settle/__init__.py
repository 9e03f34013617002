"""Tests of settlement: cases by clause, properties, an oracle, and rounds that must be refused."""
