-- Contract: unused since 0.0.0, before the first release. Jobs are the library's, in a schema of its own.

drop table jobs;
drop table job_leases;
alter table notification_outbox drop column attempts, drop column next_attempt_at;
