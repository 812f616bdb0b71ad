-- Lists as administrators have set them up, under a name.
create table saved_views (
  id text collate "C" primary key,
  -- Null: all administrators share it.
  owner_id text collate "C" references accounts on delete cascade,
  screen text not null,
  name text not null,
  -- The query string of the list; the panel alone understands it.
  query text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- Case and diacritics removed, a name is unique among an administrator's own, and among the shared ones.
create unique index saved_views_name on saved_views (owner_id, screen, normalize_search(name)) nulls not distinct;
