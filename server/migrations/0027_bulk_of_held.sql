-- Whether an action on many subjects includes those that a colleague handles when it reaches them.
alter table moderation_bulks add column includes_held boolean not null default false;
