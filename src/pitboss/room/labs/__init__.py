"""The lab's work for a room: in processes of its own, so that no table ever waits for it."""
