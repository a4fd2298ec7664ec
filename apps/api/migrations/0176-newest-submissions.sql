-- expand: the time of an application is that of its newest submission, which its review works on
update applications ap set submitted_at = a.submitted_at
from assignments a join flow_steps f on f.step_id = a.step_id and f.is_first
where a.application_id = ap.id and f.flow_version_id = ap.flow_version_id and ap.status <> 'draft'
  and a.submitted_at > ap.submitted_at;
