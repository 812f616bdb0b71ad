-- How administrators are invited (docs/decisions/023), and what each of them has chosen for the panel (docs/decisions/006).

create table administrator_invitations (
  id text collate "C" primary key,
  -- Of the token, which is sent once and stored nowhere.
  token_hash bytea not null constraint administrator_invitations_token_key unique,
  email text not null,
  -- An invitation is valid as long as its inviter is an administrator who can sign in.
  invited_by text collate "C" references accounts on delete set null,
  invited_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3)
);
create index administrator_invitations_open on administrator_invitations (created_at desc, id desc)
  where accepted_at is null and withdrawn_at is null;
create index administrator_invitations_inviter on administrator_invitations (invited_by);
create index administrator_invitations_expiry on administrator_invitations (expires_at);

-- An administrator without a row has changed nothing.
create table administrator_preferences (
  user_id text collate "C" primary key references accounts on delete cascade,
  report_images text not null default 'show'
    constraint administrator_preferences_images_check check (report_images in ('show', 'blur', 'grey')),
  opens_next_report boolean not null default true,
  updated_at timestamptz(3) not null,
  -- Of which alerts the administrator wants e-mails.
  email_kinds text[] not null default '{}',
  -- Minutes after midnight in Vietnam; both null: no quiet hours.
  quiet_from_minute smallint,
  quiet_until_minute smallint,
  -- Whether alerts of child safety disregard them.
  is_child_safety_loud boolean not null default true,
  density text not null default 'comfortable'
    constraint administrator_preferences_density_check check (density in ('comfortable', 'compact')),
  start_screen text not null default 'dashboard'
    constraint administrator_preferences_start_check check (start_screen in ('dashboard', 'users', 'reports', 'chat')),
  has_shortcuts boolean not null default true,
  sounds text[] not null default '{}',
  message_notices text[] not null default '{title,toast}',
  desktop_kinds text[] not null default '{report,child_safety,overdue,assigned,appeal,message}',
  dismissed_hints text[] not null default '{}'
);

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
