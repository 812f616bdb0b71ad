-- A message that its author has edited, or deleted: then only its place in the conversation is left, and no text or image.

alter table messages add column edited_at timestamptz(3);
alter table messages add column deleted_at timestamptz(3);
