-- A notice to many players is proposed, approved by a second person, sent by the worker and stopped by staff (tables.sql).
ALTER TABLE inbox_bulknotice ADD CONSTRAINT a_notice_has_its_texts CHECK (texts ?& ARRAY['pt-pt', 'en']);
