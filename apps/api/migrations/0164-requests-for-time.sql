-- expand: owners of overdue assignments ask staff for more time; what they asked for, and why staff declined it
alter table assignments add column time_request jsonb;
create index assignments_asking on assignments (application_id) where time_request ->> 'declined' is null and time_request is not null;
