-- What else an administrator chooses for the panel (docs/decisions/058).
alter table administrator_preferences
  add column density text not null default 'comfortable'
    constraint administrator_preferences_density_check check (density in ('comfortable', 'compact')),
  add column start_screen text not null default 'dashboard'
    constraint administrator_preferences_start_check check (start_screen in ('dashboard', 'users', 'reports', 'chat')),
  add column has_shortcuts boolean not null default true,
  add column sounds text[] not null default '{}',
  add column message_notices text[] not null default '{title,toast}',
  add column desktop_kinds text[] not null default '{report,child_safety,overdue,assigned,appeal,message}',
  add column dismissed_hints text[] not null default '{}';
