"""One-machine services: an embedded PostgreSQL and Valkey, and the supervisor of all processes.

folder          data, keys, logs and locks of one installation
parent_death    starts a program so that it cannot outlive its parent
postgres        initialises, starts and checks the embedded PostgreSQL; valkey does the same for Valkey
server_keeper   one small process per server: starts it, restarts it, stops it after its last user
server_lease    joins running servers or starts them, for the supervisor, management commands and tests
environment     the environment variables of each process
supervisor      runs web, croupier, worker, beat and beacon, and restarts what fails

Nothing here imports Django: the supervisor and the keepers stay small and start before anything else can
fail.
"""
