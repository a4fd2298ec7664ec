-- When somebody deleted the account. The row stays, for answers and activities refer to it; nothing in it tells who it
-- was, except the name as long as the settings keep it on what was submitted.
alter table users add column closed_at timestamptz;
create index users_closed on users (closed_at) where closed_at is not null;

-- To find what belongs to one person, for the download and the deletion.
create index deliveries_recipient on deliveries (recipient);
create index events_user on events (user_id) where user_id is not null;
create index events_actor on events (actor_id) where actor_id is not null;
create index events_email on events ((detail ->> 'email')) where detail ? 'email';
