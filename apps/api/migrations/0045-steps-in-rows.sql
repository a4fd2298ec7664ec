-- expand: what lists ask of the steps of a flow version, in rows, so that they can join it. The database writes them with
-- the version: no program that makes one can forget it, nor one of the version before.
create table flow_steps (
  flow_version_id bigint not null references flow_versions on delete cascade,
  step_id text not null,
  title text not null,
  is_first boolean not null,
  -- in which it can be worked on
  roles text[] not null,
  primary key (flow_version_id, step_id)
);

-- Who reads what of a step: its view rules, and as a rule of every role what of the first step is shown before work is
-- accepted.
create table view_rules (
  flow_version_id bigint not null,
  step_id text not null,
  -- null: any
  role text,
  scope text not null check (scope in ('own', 'assigned', 'centre', 'panel', 'call')),
  of_kind text not null check (of_kind in ('always', 'submitted', 'awarded', 'released')),
  of_step text,
  reader text check (reader in ('unanswered', 'assigned', 'accepted')),
  audience text[] not null,
  -- the meanings of columns of lists that it opens
  shows text[] not null,
  foreign key (flow_version_id, step_id) references flow_steps on delete cascade,
  check ((of_kind = 'released') = (of_step is not null)),
  check ((scope = 'assigned') = (reader is not null))
);
create index view_rules_step on view_rules (flow_version_id, step_id);

create function texts_of(list jsonb) returns text[] language sql immutable parallel safe
  return array(select jsonb_array_elements_text(coalesce(list, '[]')));

-- The elements of a step with the audience that it takes to see them: of what stands in a group that of the group too.
create function meanings_of(step jsonb) returns table (meaning text, audiences text[], preview boolean)
  language sql immutable parallel safe
begin atomic
  with elements as (
    select element, null::jsonb as parent from jsonb_path_query(step, '$.forms[*].elements[*]') element
    union all
    select child, element from jsonb_path_query(step, '$.forms[*].elements[*]') element,
      jsonb_path_query(element, '$.children[*]') child)
  select element -> 'config' ->> 'id',
    array[coalesce(element -> 'config' ->> 'audience', 'public'),
      coalesce((case when parent is null then element else parent end) -> 'config' ->> 'audience', 'public')],
    coalesce((element -> 'config' ->> 'preview')::boolean and (
      parent is null or (parent -> 'config' ->> 'preview')::boolean), false)
  from elements
  where element -> 'config' ->> 'id' in ('project_title', 'pi_first_name', 'pi_last_name', 'pi_affiliation',
    'research_field_group', 'research_field_title', 'partition');
end;

create function note_steps() returns trigger language plpgsql as $$
begin
  delete from flow_steps f where f.flow_version_id = new.id;
  insert into flow_steps (flow_version_id, step_id, title, is_first, roles)
  select new.id, step ->> 'id', step ->> 'title', row_number() over (order by (step ->> 'order')::numeric, nth) = 1,
    step ->> 'ownerRole' || texts_of(step -> 'permissions' -> 'assignable')
  from jsonb_path_query(new.document, '$.steps[*]') with ordinality steps (step, nth);

  insert into view_rules (flow_version_id, step_id, role, scope, of_kind, of_step, reader, audience, shows)
  with steps as (
    select step, f.step_id, f.is_first from flow_steps f
      join jsonb_path_query(new.document, '$.steps[*]') step on step ->> 'id' = f.step_id
    where f.flow_version_id = new.id),
  rules as (
    -- A version that was published with `from` meant the release of the step itself, and any own work by `own`.
    select s.step, s.step_id, s.is_first, rule, rule ? 'from' as is_older, texts_of(rule -> 'audience') as audience,
      rule ->> 'scope' = 'assigned'
        or rule ? 'from' and rule ->> 'scope' = 'own' and rule ->> 'role' <> 'applicant' as of_work
    from steps s, jsonb_path_query(s.step, '$.permissions.view[*]') rule)
  select new.id, step_id, rule ->> 'role', case when of_work then 'assigned' else rule ->> 'scope' end,
    case when is_older then rule ->> 'from' when jsonb_typeof(rule -> 'of') = 'object' then 'released'
      else rule ->> 'of' end,
    case when rule ->> 'from' = 'released' then step_id when not is_older then rule -> 'of' ->> 'released' end,
    case when of_work then coalesce(rule ->> 'reader', case when is_older then 'accepted' else 'assigned' end) end,
    audience,
    case when is_first then array(select m.meaning from meanings_of(step) m where m.audiences <@ audience) else '{}' end
  from rules
  union all
  select new.id, step_id, null, 'assigned', 'submitted', null, 'unanswered', '{}', array(
    select m.meaning from meanings_of(step) m where m.preview)
  from steps where is_first;
  return null;
end $$;
create trigger steps_in_rows after insert or update of document on flow_versions
  for each row execute function note_steps();
update flow_versions set document = document;

-- By them people of a centre or a panel find what concerns them, and what nobody has taken yet.
create index applications_partition_ids on applications using gin (partition_ids) where status <> 'draft';
create index applications_panel on applications (panel, submitted_at desc nulls first, id desc) where status <> 'draft';
create index assignments_unowned on assignments (partition_id, role) where owner_id is null and status = 'assigned';
