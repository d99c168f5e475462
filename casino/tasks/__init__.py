"""Tasks of the worker: their schedule and queues, who may send them, and what became of each."""
