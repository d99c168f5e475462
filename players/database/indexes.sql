-- Indexes that models cannot declare.

CREATE INDEX player_by_name ON players_player USING btree (btrim(regexp_replace(regexp_replace(lower(NORMALIZE(alias,
    NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), alias);
