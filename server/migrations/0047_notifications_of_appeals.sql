-- Which objection a notification announces: it is dealt with once that is.
alter table notifications add column appeal_id text collate "C";
