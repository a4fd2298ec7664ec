-- expand: the release of an award ends the assignments of the final step that were never submitted. They used to stay open.
-- The same rule is in effects.ts; what was submitted once and reopened stays.
with over as (
  update assignments a set status = 'revoked', is_lead = false, reason = 'awarded', revision = a.revision + 1
  from applications ap
  where ap.id = a.application_id and ap.status = 'approved' and a.submitted_at is null
    and a.status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested')
    and exists (select from flow_steps f where f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id and f.is_final)
    and exists (select from step_states s where s.application_id = a.application_id and s.step_id = a.step_id
      and s.released_at is not null)
  returning a.id)
insert into activities (id, assignment_id, status, reason, actor_id, created_at)
select gen_random_uuid(), id, 'revoked', 'awarded', null, now() from over;
