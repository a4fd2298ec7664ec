-- expand: administrators keep centres: how applicants reach them, and whether their partitions are offered.
alter table centres
  add column contact text not null default '',
  add column disabled boolean not null default false;
