-- The client's key of a note that was written in a conversation: a repeat is recognised by it.
alter table subject_notes add column client_key text;
