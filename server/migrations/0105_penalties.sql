-- The penalties of an account, each since an event of it: the longest one that stands is what the account is. One of a decision that
-- was undone, or whose time is over, does not stand any more.
create table penalties (
  id text collate "C" primary key,
  user_id text collate "C" not null references accounts on delete cascade,
  -- The position of its event among those of the account.
  version integer not null,
  -- Null for one that an administrator has set by hand.
  decision_id text collate "C",
  -- Null for no end.
  until timestamptz(3),
  -- The position of the event that ended it.
  ended_version integer
);
create index penalties_of_user on penalties (user_id);
