-- How the list of reports was set up last.
alter table administrator_preferences add column report_list text not null default ''
  constraint administrator_preferences_report_list_check check (length(report_list) <= 200);
