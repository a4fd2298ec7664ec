-- expand: the form of the draft of a call as a PDF, apart from that of the published call
alter table printouts add column of_draft boolean not null default false;
