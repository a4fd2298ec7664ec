-- expand: a publication may need the approval of another administrator before it goes live.
alter table planned_publications add column approved_by bigint references users (id);
create index planned_publications_approved_by on planned_publications (approved_by);
alter table publications add column approver_id bigint references users (id);
create index publications_approver on publications (approver_id);
