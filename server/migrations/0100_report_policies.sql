-- The rule that a report names beside its reason, such as child safety; null without one. Rules are never deleted.
alter table reports add column policy_key text collate "C" references policies (key);
