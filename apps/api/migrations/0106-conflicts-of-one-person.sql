-- expand: how many conflicts somebody has does not grow with the table. Of a sample the planner expects thousands, makes room
-- for them, and plans each list anew.
alter table conflicts alter column user_id set (n_distinct = -0.3);
analyze conflicts;
