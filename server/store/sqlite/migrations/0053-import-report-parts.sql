-- What a running import reports of each batch of pages, since its whole report was stored: storing all of it again with
-- each batch would take a time that grows with the square of the pages.
create table import_report_parts (
  workspace_id text not null,
  import_id text not null,
  number integer not null,
  report text not null,
  primary key (workspace_id, import_id, number),
  foreign key (workspace_id, import_id) references imports (workspace_id, id)
) strict, without rowid;
