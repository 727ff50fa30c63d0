-- Counts the writes of page sources in a workspace. Each source has the number of its last write, so that a reader who knows
-- the others reads only those that changed since.
alter table workspaces add column source_version bigint not null default 0;
alter table page_sources add column version bigint not null default 0;
create index page_sources_version on page_sources (workspace_id, version);
