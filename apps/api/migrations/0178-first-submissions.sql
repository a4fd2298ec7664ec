-- expand: the time of the first submission, for readers who may not know about later ones. It is null without a resubmission,
-- so that only a few rows are updated.
alter table applications add column first_submitted_at timestamptz;
-- Submissions before an application was returned to draft do not count.
update applications ap set first_submitted_at = f.at
from (select a.application_id, min(s.submitted_at) as at
    from submissions s join assignments a on a.id = s.assignment_id
      join applications p on p.id = a.application_id
      join flow_steps f on f.flow_version_id = p.flow_version_id and f.step_id = a.step_id and f.is_first
    where not exists (select from activities v
      where v.assignment_id = a.id and v.status = 'draft' and v.created_at > s.submitted_at)
    group by a.application_id) f
where f.application_id = ap.id and ap.status <> 'draft' and f.at < ap.submitted_at;
-- The same orders as of the newest submission (0043, 0108), in the words in which lists ask (features/applications/list-sql.ts).
create index applications_first_submitted on applications (coalesce(first_submitted_at, submitted_at) desc nulls first, id desc)
  where status <> 'draft';
create index applications_of_cutoff_first on applications (cutoff_id, coalesce(first_submitted_at, submitted_at), id)
  where status <> 'draft';
create index applications_of_status_first on applications (array_position(
  array['draft', 'submitted', 'changes_requested', 'approved', 'rejected', 'withdrawn'], status),
  coalesce(first_submitted_at, submitted_at), id) where status <> 'draft';
