-- expand: a deadline that was counted from a release before the timeframe of its step left no time for the work. Without
-- it the end of the timeframe counts. Few assignments have one.

update assignments a set deadline_at = null, expired_at = null, revision = a.revision + 1
from applications ap join timeframes t on t.cutoff_id = ap.cutoff_id
where ap.id = a.application_id and t.step_id = a.step_id and a.deadline_at <= t.starts_at
  and a.status in ('triggered', 'draft', 'assigned', 'accepted');
