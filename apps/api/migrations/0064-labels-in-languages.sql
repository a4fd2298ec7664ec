-- expand: an option is found by its label, where lists tell it in another language.
create index options_by_label on options (label) where in_languages is not null;
