#!/bin/sh
# Writes the users of Valkey to standard output: those of the file $1, each with the digest of the password in VALKEY_<USER>_PASSWORD.
set -eu
sed '/^#/d' "$1" | tr -s ' \n' ' ' | sed 's/ *user /\nuser /g' | sed '/^ *$/d' | while read -r line || [ -n "$line" ]; do
    user=$(printf %s "$line" | cut -d ' ' -f 2)
    if [ "$user" = default ]; then
        printf '%s\n' "$line"
        continue
    fi
    variable=VALKEY_$(printf %s "$user" | tr '[:lower:]' '[:upper:]')_PASSWORD
    eval "password=\${$variable:?is not set}"
    printf '%s #%s\n' "$line" "$(printf %s "$password" | sha256sum | cut -c 1-64)"
done
