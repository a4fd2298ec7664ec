-- expand: a decision about a dropped partition names the review that gave its reason, so that only its readers get the reason.
alter table decisions add column review_id uuid references assignments;
create index decisions_review_id on decisions (review_id);

update decisions d set review_id = (
  select a.id from assignments a
  where a.application_id = d.application_id and a.partition_id = d.partition_id and a.verdict = 'dropped'
    and a.reason = d.reason
  order by a.submitted_at, a.id limit 1)
where d.outcome = 'rejected' and d.reason is not null;
