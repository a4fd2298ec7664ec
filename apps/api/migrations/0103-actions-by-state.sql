-- expand: what automations have done or failed to do in all applications is listed by its state, and what failed is counted.
create index planned_actions_by_state on planned_actions (state, id);
