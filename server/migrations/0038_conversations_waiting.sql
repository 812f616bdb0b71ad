-- Since when a user waits for an answer: the time of the first message that no administrator has answered; null where none waits.
-- A letter is no answer.
alter table conversations add column waiting_since timestamptz(3);

update conversations c set waiting_since = first.created_at
from conversations w
cross join lateral (
  select coalesce(max(a.seq), 0) as seq from (
    select m.seq from messages m
    where m.user_id = w.user_id and m.is_from_admin and not exists (select from notices n where n.message_id = m.id)
    order by m.seq desc limit 1) a) answer
cross join lateral (
  select m.created_at from messages m
  where m.user_id = w.user_id and m.seq > answer.seq and not m.is_from_admin
  order by m.seq limit 1) first
where c.user_id = w.user_id;
