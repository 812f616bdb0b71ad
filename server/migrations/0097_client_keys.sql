-- The client's key of a decision, and of an action on many subjects: a repeat is recognised by it.
alter table decisions add column client_key text;
alter table moderation_bulks add column client_key text;
