"""A regulator for tests and demonstrations, as a process of its own.

It collects envelopes by FTPS, opens them with the openssl command, holds the files against the second
transcription of the schemas and against sums of its own, and answers. It shares no code with the house: what
both got wrong in the same way would otherwise pass.
"""
