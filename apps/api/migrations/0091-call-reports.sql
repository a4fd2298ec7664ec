-- expand: the report of a call is a PDF too
alter table printouts drop constraint printouts_kind_check;
alter table printouts add constraint printouts_kind_check
  check (kind in ('application', 'consolidated', 'assignment', 'form', 'report'));
