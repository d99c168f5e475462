"""The house edge of every bet under any rule sheet.

The package imports only the standard library, msgspec and `games.rules`.
"""
