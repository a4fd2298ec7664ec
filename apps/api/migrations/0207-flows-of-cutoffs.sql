-- expand: a cut-off may keep an earlier version of the form and workflow for its new applications. Null: the newest.
alter table cutoffs add column flow_version_id bigint references flow_versions (id);
create index cutoffs_flow_version on cutoffs (flow_version_id) where flow_version_id is not null;
-- the cut-off of the draft from which a changed flow applies; null: all
alter table planned_publications add column from_cutoff text;
