-- Where each account has signed in from lately, for the login limiter. The audit log, which was asked for it so far, has no
-- sign-ins of app users any more.

create table sign_in_addresses (
  user_id text collate "C" not null references users on delete cascade,
  -- Of IPv6 the /64 network.
  address text not null,
  last_at timestamptz(3) not null,
  primary key (user_id, address)
);
create index sign_in_addresses_oldest on sign_in_addresses (last_at);

-- Those of IPv6 are learnt at the next sign-in.
insert into sign_in_addresses (user_id, address, last_at)
  select actor_id, address, max(created_at) from audit_entries
  where action = 'auth.login' and actor_id in (select id from users) and strpos(address, ':') = 0
    and created_at > now() - interval '30 days'
  group by actor_id, address;

drop index audit_entries_logins;
