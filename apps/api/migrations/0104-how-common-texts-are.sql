-- expand: of an index that leaves drafts out the planner knows nothing of how common its texts are, and takes each for rare.
create statistics applications_statuses on (array_position(
  array['draft', 'submitted', 'changes_requested', 'approved', 'rejected', 'withdrawn'], status)) from applications;
create statistics applications_affiliations on (lower(pi_affiliation)) from applications;
create statistics applications_groups on (lower(research_group)) from applications;
create statistics applications_titles on (lower(research_title)) from applications;
create statistics applications_partitions on (lower(joined_names(partitions))) from applications;
