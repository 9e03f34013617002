"""The stand-alone checker of an export."""
