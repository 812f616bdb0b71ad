-- Images of the store: the keys that sign their URLs, and the ones that no row uses (docs/decisions/015, 024).

-- The keys that sign the URLs of images that not everybody may see. All servers share them: the newest signs, every one is valid.
-- 244 random bits, from what the database has without an extension.
create table media_keys (
  created_at timestamptz primary key default clock_timestamp(),
  secret bytea not null
    default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    check (length(secret) >= 32)
);
insert into media_keys default values;

-- Images in the store that no row used when the job looked. Purged some days later if no row uses them then.
create table unused_images (
  key text collate "C" primary key,
  detected_at timestamptz(3) not null,
  -- Since when a server is about to purge it.
  purging_at timestamptz(3)
);

create index unused_images_oldest on unused_images (detected_at);

-- The store key of one of our own images, from its URL, whatever server the URL names; null if the URL is of nothing under /media.
-- No regular expressions: with them the indexes below take a hundred times as long. (Before the indexes, which use it.)
create function image_key_from_url(url text) returns text
  language sql immutable strict parallel safe
  return nullif(split_part(split_part(url, '/media/', 2), '?', 1), '');

create function image_keys_from_urls(urls text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select image_key_from_url(u) from unnest(urls) u where strpos(u, '/media/') > 0);

-- Whether any row uses an image.
create index users_by_image_url on accounts (image_key_from_url(avatar_url)) where avatar_url is not null;
create index notifications_by_image_url on notifications (image_key_from_url(sender_avatar_url))
  where sender_avatar_url is not null;
create index announcements_by_image_url on announcements (image_key_from_url(sender_avatar_url))
  where sender_avatar_url is not null;
create index messages_by_image_url on messages (image_key_from_url(content)) where type = 'image' and image_name is null;
create index posts_by_image_url on posts using gin (image_keys_from_urls(image_urls)) where image_urls <> '{}';
create index travel_posts_by_image_url on travel_posts using gin (image_keys_from_urls(image_urls)) where image_urls <> '{}';
-- What stands between quotation marks, URLs among it.
create index report_snapshots_by_image_url on report_snapshots
  using gin (image_keys_from_urls(string_to_array(content::text, '"')));
