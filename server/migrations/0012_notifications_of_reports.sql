-- A decision on a report marks what announces it as read.
create index notifications_unread_of_report on notifications (report_id) where not is_read;
