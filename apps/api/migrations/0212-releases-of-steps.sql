-- Every release of a step. step_states has the newest one only; an earlier one decides what people with a conflict of
-- interest may still read. Earlier versions of the portal do not write this table.
create table step_releases (
  application_id bigint not null references applications on delete cascade,
  step_id text not null,
  released_at timestamptz not null,
  primary key (application_id, step_id, released_at)
);

insert into step_releases (application_id, step_id, released_at)
select application_id, step_id, released_at from step_states where released_at is not null
union
select v.application_id, v.detail ->> 'step', v.occurred_at from events v join step_states e
  on e.application_id = v.application_id and e.step_id = v.detail ->> 'step' and e.released_at is not null
where v.type = 'released';
