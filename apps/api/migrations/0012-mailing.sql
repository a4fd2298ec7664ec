-- Secrets that every process of the portal must know and nobody else: what a secret protects stands in its name.
create table secrets (
  name text primary key,
  value bytea not null
);
-- Signs the links by which people leave the mailing list. Two random UUIDs are 244 random bits.
insert into secrets (name, value)
values ('mailing_list', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Calls whose opening was noticed, each once in its life, whatever its later cut-offs.
create table call_openings (
  call_id bigint primary key references calls on delete cascade,
  noted_at timestamptz not null
);
-- What had opened before the portal knew mailing lists is no news.
insert into call_openings (call_id, noted_at)
select c.id, now() from calls c
where c.published and exists (select from cutoffs k where k.call_id = c.id and k.starts_at <= now());

-- What the owner of a draft was told about its end. The mail is the delivery of the event.
create table draft_notices (
  application_id bigint not null references applications on delete cascade,
  kind text not null check (kind in ('warning', 'last')),
  event_id bigint references events on delete set null,
  noted_at timestamptz not null,
  primary key (application_id, kind)
);

create index applications_drafts on applications (created_at) where status = 'draft';

-- dropped: nobody wants it any more (confirmed meanwhile, left the list, account closed)
alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check
  check (state in ('planned', 'sent', 'failed', 'dropped'));
create index deliveries_waiting on deliveries (recipient) where state = 'planned';
create index deliveries_event on deliveries (event_id);

-- Beside sender, subject and Message-ID: what mail programs act on.
alter table kept_mails add column headers jsonb not null default '{}';

create index users_mailing_list on users (id) where accept_mailing_list;
