-- expand: why a mailed link was closed, so that who opens it once more is told. Null: for another reason, or nobody knows.
alter table mail_tokens add column closed_by text check (closed_by in ('used', 'password_changed'));
