-- expand: the job of an email whose last attempt did not reach the mail server. The first email that is sent after an
-- outage lets the others follow at once. Emails that the server itself has put off are not marked: they have their own pace.
alter table deliveries add column waiting_job bigint;
create index deliveries_waiting_job on deliveries (waiting_job) where waiting_job is not null;
