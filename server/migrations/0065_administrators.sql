-- Invitations of administrators (docs/decisions/055), and what each administrator has chosen for the panel
-- (docs/decisions/058).
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
  updated_at timestamptz(3) not null
);
