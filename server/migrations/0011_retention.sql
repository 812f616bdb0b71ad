-- What is kept for how long, and what removes the rest.

-- Work that is done once in a while by one of several servers.
create table turns (
  name text primary key,
  next_at timestamptz(3) not null
);

-- The trail: nothing is altered, and nothing removed but what is old. The job removes after 24 months; a clock that is
-- wrong by a day must not stop it. The time is the database's own.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '23 months' then
      return old;
    end if;
  end if;
  raise exception 'audit entries are append-only';
end $$;

-- Pictures in the store that no row named when somebody looked. Removed some days later, if no row names them then.
create table unused_images (
  key text collate "C" primary key,
  noted_at timestamptz(3) not null,
  -- Since when a server is about to remove it.
  removing_at timestamptz(3)
);
create index unused_images_oldest on unused_images (noted_at);

-- Which of our own pictures an address names, by its key in the store, wherever it says that the server is; null if it is of
-- nothing under /media. No regular expressions: with them the indexes below take a hundred times as long.
create function named_picture(address text) returns text
  language sql immutable strict parallel safe
  return nullif(split_part(split_part(address, '/media/', 2), '?', 1), '');
create function named_pictures(addresses text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select named_picture(a) from unnest(addresses) a where strpos(a, '/media/') > 0);

-- The indexes that say whether any row names an image are in 0018_indexes: they are built while others write.

-- Last: it locks the audit log, without which nobody signs in.
create trigger audit_entries_never_emptied before truncate on audit_entries
  for each statement execute function refuse_audit_change();
