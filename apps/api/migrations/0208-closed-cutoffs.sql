-- expand: an administrator may close a running cut-off. Its end may move again; that of others cannot once it has passed.
alter table cutoffs add column closed_at timestamptz;
