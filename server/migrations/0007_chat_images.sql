-- Pictures in the chat. The bytes lie in the picture store; a row names them by their SHA-256.
alter table messages
  add column caption text,
  add column image_name text collate "C",
  add column image_preview_name text collate "C",
  -- In pixels, upright.
  add column image_width integer,
  add column image_height integer,
  -- SHA-256 of what was sent, by which a repeat is known before it is processed again.
  add column image_source_hash text collate "C",
  add constraint messages_image_check check (
    num_nonnulls(image_name, image_preview_name, image_width, image_height, image_source_hash) in (0, 5)
    and (type = 'image' or (image_name is null and caption is null))
  );

-- Whether a picture belongs to a conversation.
create index messages_by_image on messages (user_id, image_name) where image_name is not null;
create index messages_by_preview on messages (user_id, image_preview_name) where image_preview_name is not null;

-- Accounts that are gone and whose pictures are still to be removed from the store.
create table chat_image_removals (
  user_id text collate "C" primary key,
  created_at timestamptz(3) not null
);
