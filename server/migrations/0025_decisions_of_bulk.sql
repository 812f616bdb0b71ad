-- An action on many subjects gives the points of its rule once to each account.

-- The action that made it, also after that is purged; null for a single decision.
alter table decisions add column bulk_id text collate "C";
