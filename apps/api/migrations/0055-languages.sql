-- expand: the language that somebody reads the portal and its mails in; null until they choose one.
alter table users add column language text;
