-- Addresses in the log are found whatever their spelling, when a person's are erased.
drop index events_email;
create index events_email on events (lower(detail ->> 'email')) where detail ? 'email';
