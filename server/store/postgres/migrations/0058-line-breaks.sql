-- Whether a line end within a paragraph is shown as a line break. Otherwise it is a space, as Markdown has it.
alter table workspaces add column keeps_line_breaks smallint not null default 0;
