-- Pages that are back from the trash and that search does not know yet.
create table search_pending (
  workspace_id text not null references workspaces (id),
  page_id text not null,
  primary key (workspace_id, page_id)
) strict, without rowid;
