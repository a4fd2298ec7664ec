-- expand: lists sort names, affiliations and titles by the key that searches use (0185): Überlacker near U, Łękawska near L.
-- Processes of the version before sort without an index until they end.
drop index applications_by_pi;
drop index applications_by_affiliation;
drop index applications_by_group;
drop index applications_by_title;
drop index applications_by_partition;
drop index applications_of_group;
-- In the words in which lists ask (features/applications/list-sql.ts).
create index applications_by_pi on applications (folded(trim(pi_first_name || ' ' || pi_last_name)), id)
  where status <> 'draft';
create index applications_by_affiliation on applications (folded(pi_affiliation), id) where status <> 'draft';
create index applications_by_group on applications (folded(research_group), id) where status <> 'draft';
create index applications_by_title on applications (folded(research_title), id) where status <> 'draft';
create index applications_by_partition on applications (folded(joined_names(partitions)), id) where status <> 'draft';
create index applications_of_group on applications (folded(research_group), folded(research_title), id) where status <> 'draft';

-- How common texts are (0104); 0185 has the other ones.
drop statistics applications_affiliations;
drop statistics applications_groups;
drop statistics applications_titles;
drop statistics applications_partitions;
create statistics applications_groups on (folded(research_group)) from applications;
create statistics applications_titles on (folded(research_title)) from applications;
create statistics applications_partitions on (folded(joined_names(partitions))) from applications;

drop index users_by_name;
create index users_by_name on users (folded(last_name), folded(first_name), id);

-- Searches use the folded texts (0185) and `users.folded_name` (0190).
drop index if exists applications_texts;
drop index if exists applications_titles;
drop index if exists users_names_and_addresses;
drop index if exists users_folded_texts;
drop index if exists legacy_records_texts;
