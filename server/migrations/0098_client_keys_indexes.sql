-- Without a transaction: indexes on tables that are in use.

create unique index concurrently if not exists decisions_client_key on decisions (actor_id, client_key)
  where client_key is not null;
create unique index concurrently if not exists moderation_bulks_client_key on moderation_bulks (started_by, client_key)
  where client_key is not null;
