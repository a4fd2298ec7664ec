-- expand: a person with an assignment goes on reading the preview of the application after they accept.
do $$ begin
  execute replace(pg_get_functiondef('note_steps_of'::regproc), '''unanswered''', '''assigned''');
end $$;
update view_rules set reader = 'assigned' where reader = 'unanswered';
-- The rules of readerships are ordered by role, and the preview is the only rule without one: their order stays.
update readerships set rules = replace(rules::text, '"unanswered"', '"assigned"')::jsonb where rules::text like '%"unanswered"%';
