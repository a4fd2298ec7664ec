-- expand: each person chooses whether mails about the work come at once or together in the morning
alter table users add column mail_pace text not null default 'at_once'
  check (mail_pace in ('at_once', 'daily', 'deadlines'));

-- A mail that waits for the morning stays planned, and has no job: the digest that it comes in brings it.
alter table deliveries add column held_until timestamptz;
alter table deliveries add column digest_id uuid references deliveries on delete set null;
create index deliveries_held on deliveries (held_until, recipient)
  where state = 'planned' and held_until is not null and digest_id is null;
create index deliveries_digest on deliveries (digest_id) where digest_id is not null;
