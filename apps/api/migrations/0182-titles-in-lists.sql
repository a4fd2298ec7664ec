-- expand: the project's title is a column of the applications list, found by the indexes that the other texts have, and
-- shown by the views that people keep, which showed it below the ID
create index applications_short_parts_of_titles on applications using gin (short_parts(title)) where status <> 'draft';
create index applications_absent_letters_of_titles on applications using gin (absent_letters(title)) where status <> 'draft';
update saved_views set list = jsonb_insert(list, '{columns,0}', '"projectTitle"', false)
  where not list -> 'columns' ? 'projectTitle';
