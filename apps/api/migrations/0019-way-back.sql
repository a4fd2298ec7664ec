-- The page that a registration began at: the mailed link leads back to it, on whatever device it is opened.
alter table registrations add column return_to text;
