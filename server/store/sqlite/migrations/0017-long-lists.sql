-- One entry per deletion, for the list of the trash: most pages in it went with another one. deleted_with is in
-- it so that SQLite counts without a look at the table.
create index pages_deletions on pages (workspace_id, deleted_at, id, deleted_with)
  where deleted_at is not null and id = coalesce(deleted_with, id);

-- Files of a kind, newest first: the kind follows from the MIME type.
create index files_type on files (workspace_id, mime_type, created_at, id);

-- How many files there are of each MIME type, as of the event files_counted_sequence; only good while that is
-- event_sequence.
create table file_counts (
  workspace_id text not null,
  mime_type text not null,
  files integer not null,
  primary key (workspace_id, mime_type)
) strict, without rowid;

alter table workspaces add column files_counted_sequence integer;
