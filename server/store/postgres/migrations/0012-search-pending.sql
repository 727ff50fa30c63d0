-- Pages that are back from the trash and that search does not know yet.
create table search_pending (
  workspace_id text collate "C" not null references workspaces (id),
  page_id text collate "C" not null,
  primary key (workspace_id, page_id)
);
