-- Imports of uploaded files. preview and report are JSON, and null before they are made. parent_id is null at the top
-- level. run_id is the run of the changes, once there are some.
create table imports (
  workspace_id text not null references workspaces (id),
  id text not null,
  parent_id text,
  file_id text not null,
  name text not null,
  chosen_kind text,
  kind text,
  state text not null,
  all_files integer not null,
  updates integer not null,
  total integer not null,
  done integer not null,
  error text,
  preview text,
  report text,
  run_id text,
  report_page_id text,
  created_at integer not null,
  created_by text not null references users (id),
  key_id text,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict;

create index imports_created_by on imports (created_by);
create index imports_due on imports (workspace_id, id) where state in ('reading', 'running');

-- The pages and files that imports wrote, by their paths in the source. root_id is the parent that was chosen, or the
-- workspace. version and fingerprint tell whether the page or its source changed since.
create table import_items (
  workspace_id text not null,
  root_id text not null,
  kind text not null,
  path text not null,
  item_id text not null,
  import_id text not null,
  version integer not null,
  fingerprint text not null,
  primary key (workspace_id, root_id, kind, path),
  foreign key (workspace_id, import_id) references imports (workspace_id, id)
) strict, without rowid;

create index import_items_import on import_items (workspace_id, import_id);
