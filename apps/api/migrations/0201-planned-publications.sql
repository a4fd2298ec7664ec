-- expand: a publication may wait until it goes live. The draft stays as it is until then.
create table planned_publications (
  call_id bigint primary key references calls (id) on delete cascade,
  -- of the draft that goes live
  revision integer not null,
  note text not null,
  planned_by bigint references users (id),
  planned_at timestamptz not null,
  -- the time that its publisher chose; null: as soon as possible
  publish_at timestamptz,
  -- null while another administrator has to confirm it
  due_at timestamptz
);
create index planned_publications_planned_by on planned_publications (planned_by);
