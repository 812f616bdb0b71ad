-- What is hidden until somebody decides comes first also by priority: as contract/src/moderation/priority.ts says, in minutes.
update moderation_subjects set priority = priority + 60000 where hidden_at is not null and priority is not null;
