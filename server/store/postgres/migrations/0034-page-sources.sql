-- The Markdown that a page was read from, and its file: what an export writes where the page has not changed.
-- Compressed JSON (zstd).
create table page_sources (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  source bytea not null,
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);
