-- The settings of moderation: one row.

create table moderation_settings (
  id text collate "C" primary key constraint moderation_settings_one_row check (id = 'moderation'),
  version integer not null default 1,
  -- What is proposed from how many points on: [{points, action, suspendDays}], from few points to many.
  ladder jsonb not null,
  -- Within how many hours an objection is to be decided, and for how many days after a decision it is possible.
  appeal_due_hours integer not null,
  appeal_days integer not null,
  -- Whether a report of what was found harmless closes itself.
  is_sealing_on boolean not null,
  -- Whether content is hidden until somebody decides, and how many different reporters within a day that takes.
  is_hiding_on boolean not null,
  hiding_reporters integer not null,
  updated_at timestamptz(3) not null
);

insert into moderation_settings
  (id, ladder, appeal_due_hours, appeal_days, is_sealing_on, is_hiding_on, hiding_reporters, updated_at)
values ('moderation',
  '[{"points": 3, "action": "suspend", "suspendDays": 7}, {"points": 6, "action": "suspend", "suspendDays": 30},
    {"points": 9, "action": "disable", "suspendDays": null}]',
  48, 30, true, false, 5, now());
