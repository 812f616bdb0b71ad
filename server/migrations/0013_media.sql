-- Addresses of images (docs/decisions/026).

-- What signs the addresses of images that not everybody may see, common to all servers: the newest signs, every one is
-- valid. 244 random bits, from what the database has without an extension.
create table media_keys (
  created_at timestamptz primary key default clock_timestamp(),
  secret bytea not null
    default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    check (length(secret) >= 32)
);
insert into media_keys default values;

-- An image of a conversation is named like every other: /media/ and its key in the store.
update messages set content = '/media/chat/' || case
    when user_id ~ '^[A-Za-z0-9_-]+$' then user_id
    else 'id-' || encode(sha256(convert_to(user_id, 'UTF8')), 'hex')
  end || '/' || image_name
  where image_name is not null;
