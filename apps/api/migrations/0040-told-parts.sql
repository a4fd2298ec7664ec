-- expand: what applications share (steps as their readers may see them, lists, what is said of a call) is told once, by its
-- hash. A row is written the first time that it is told and never changes: few for each version of a flow.
create table told_parts (
  -- SHA-256 of the body, in base64url
  hash text primary key,
  body text not null
);
