"""The card room: many tables for many people, kept in a store that loses nothing."""
