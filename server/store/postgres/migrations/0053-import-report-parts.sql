-- What a running import reports of each batch of pages, since its whole report was stored: storing all of it again with
-- each batch would take a time that grows with the square of the pages.
create table import_report_parts (
  workspace_id text collate "C" not null,
  import_id text collate "C" not null,
  number bigint not null,
  report text collate "C" not null,
  primary key (workspace_id, import_id, number),
  foreign key (workspace_id, import_id) references imports (workspace_id, id)
);
