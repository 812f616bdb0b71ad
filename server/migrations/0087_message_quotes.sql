-- The message that another one quotes, by its number in the same conversation. (user_id, quoted_seq) finds it by messages_seq_key.
-- No foreign key: messages of an account are purged oldest first, in steps, so a quoted one goes before the one that quotes it. And
-- none is needed: numbers are never reused, and a deleted message stays as a row without text.
alter table messages add column quoted_seq integer;
