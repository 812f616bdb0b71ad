-- Without a transaction: built while others write.

-- What the job escalates.
create index concurrently if not exists moderation_subjects_to_escalate on moderation_subjects (due_at)
  where due_at is not null and escalated_at is null and severity <= 2;
