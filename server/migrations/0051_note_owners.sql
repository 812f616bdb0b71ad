-- Whose account or content a note is about, for the timeline of that user.
alter table subject_notes add column owner_id text collate "C" references accounts on delete set null;
update subject_notes set owner_id = subject_id where subject_type = 'User';
update subject_notes n set owner_id = a.id
  from moderation_subjects s join accounts a on a.id = s.owner_id
  where n.subject_type <> 'User' and (s.subject_type, s.subject_id) = (n.subject_type, n.subject_id);
