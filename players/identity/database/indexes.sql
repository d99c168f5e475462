-- Indexes that models cannot declare.

CREATE INDEX identity_by_name_words ON identity_identity USING gin (to_tsvector('simple'::regconfig,
    regexp_replace(lower(NORMALIZE(name, NFKD)), '[\u0300-\u036f]', '', 'g')));
