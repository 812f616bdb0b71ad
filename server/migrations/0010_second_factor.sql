-- What a sign-in asks for beside the password, and when a session has shown the password once more.

-- Null: not since it was opened, which counts as well.
alter table sessions add column password_confirmed_at timestamptz(3);

create table second_factors (
  user_id text collate "C" primary key references users on delete cascade,
  -- Of TOTP, in base32. It is read at every sign-in, so no hash would do.
  secret text not null,
  -- With which the recovery codes are hashed.
  recovery_salt bytea not null,
  -- The last time step of which a code was taken; none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null,
  -- Null until a first code has shown that the secret arrived; until then nobody is asked for one.
  confirmed_at timestamptz(3)
);

-- Those not used yet.
create table recovery_codes (
  user_id text collate "C" not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right and whose code is still to come.
create table login_challenges (
  challenge_hash bytea primary key,
  user_id text collate "C" not null references users on delete cascade,
  tries smallint not null default 0,
  expires_at timestamptz(3) not null
);
create index login_challenges_user on login_challenges (user_id);
create index login_challenges_expiry on login_challenges (expires_at);
