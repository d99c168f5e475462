"""The part of every stake that the house keeps on average, under any rule sheet. Pure: standard library, msgspec and `games.rules`."""
