-- Sessions, two-factor sign-in, and what the login limiter knows.

create table sessions (
  token_hash bytea primary key,
  id text collate "C" not null constraint sessions_id_key unique,
  user_id text collate "C" not null references accounts on delete cascade,
  ip text not null,
  user_agent text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- The last time that the password was entered again. Null: not since the session was opened, which counts as well.
  reauthenticated_at timestamptz(3)
);

create table mfa_enrolments (
  user_id text collate "C" primary key references accounts on delete cascade,
  -- Of TOTP, in base32. Every sign-in needs the secret itself, so a hash would not do.
  secret text not null,
  -- The recovery codes are hashed with it.
  recovery_salt bytea not null,
  -- The last time step of which a code was accepted; no step is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null,
  -- Null until a first code has proved that the secret arrived; until then sign-in asks for no code.
  confirmed_at timestamptz(3)
);

-- Those not used yet.
create table recovery_codes (
  user_id text collate "C" not null references mfa_enrolments on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins with the right password whose code is pending.
create table login_challenges (
  challenge_hash bytea primary key,
  user_id text collate "C" not null references accounts on delete cascade,
  attempts smallint not null default 0,
  expires_at timestamptz(3) not null
);

-- The IPs from which each account has signed in lately, for the login limiter. Not taken from the audit log: that has no sign-ins of
-- app users.
create table sign_in_ips (
  user_id text collate "C" not null references accounts on delete cascade,
  -- Of IPv6 the /64 network.
  ip text not null,
  last_at timestamptz(3) not null,
  primary key (user_id, ip)
);

-- Columns and names are those of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index login_challenges_user on login_challenges (user_id);
create index login_challenges_expiry on login_challenges (expires_at);
create index sign_in_ips_oldest on sign_in_ips (last_at);
create index rate_limits_expire on rate_limits (expire);

-- Which accounts are of one person: who else has signed in from an IP, or in a network with the same browser. No IP and no
-- device is stored for it: these are the sign-ins and sessions that are kept anyway.

-- The network of an IP: of IPv4 the first three numbers, of IPv6 the first four groups. Never fails, whatever the text.
create function ip_network(ip text) returns text
  language sql immutable strict parallel safe
  return case when strpos(ip, ':') = 0 then regexp_replace(ip, '\.[0-9]+$', '')
    else array_to_string((string_to_array(ip, ':'))[1:4], ':') end;

create index sign_in_ips_by_ip on sign_in_ips (ip, user_id);
create index sessions_by_device on sessions (ip_network(ip), user_agent, user_id);
