"""The whole house from one command: an embedded PostgreSQL and Valkey, and the supervisor that runs everything on them.

folder      where the house keeps its data, keys and locks, and the sentences that say what is wrong with it
leash       starts one program so that it cannot outlive whoever started it
postgres    how the embedded PostgreSQL is made, started and asked whether it is ready; valkey likewise
keeper      one small process for each server: holds it, mends it, and ends with the last of its users
borrow      how anybody (the supervisor, a management command, the tests) uses the servers: join them or start them
environment what the processes of the house are told
supervisor  web, croupier, worker and beat under one roof

Nothing here imports Django: the supervisor and the keepers stay small, and start before anything else can fail.
"""
