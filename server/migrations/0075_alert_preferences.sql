-- Of which alerts an administrator wants e-mails, and when not (docs/decisions/057).
alter table administrator_preferences
  add column email_kinds text[] not null default '{}',
  -- Minutes after midnight in Vietnam; both null: no quiet hours.
  add column quiet_from_minute smallint,
  add column quiet_until_minute smallint,
  -- Whether alerts of child safety disregard them.
  add column is_child_safety_loud boolean not null default true;
