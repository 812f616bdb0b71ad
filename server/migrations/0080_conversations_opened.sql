-- Conversations from before are open since their newest message.
update conversations c set opened_at = m.created_at from messages m where m.user_id = c.user_id and m.seq = c.last_seq;
