-- expand: how many conflicts somebody has does not grow with the table. Of a sample the planner expects thousands, makes room
-- for them, and plans each list anew.
alter table conflicts alter column user_id set (n_distinct = -0.3);
analyze conflicts;
-- And it takes any two letters of a name for one in a million.
create statistics applications_name_parts on (short_parts(trim(pi_first_name || ' ' || pi_last_name))) from applications;
