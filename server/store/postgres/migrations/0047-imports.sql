-- Imports of uploaded files. preview and report are JSON, and null before they are made. parent_id is null at the top
-- level. run_id is the run of the changes, once there are some.
create table imports (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  parent_id text collate "C",
  file_id text collate "C" not null,
  name text collate "C" not null,
  chosen_kind text collate "C",
  kind text collate "C",
  state text collate "C" not null,
  all_files integer not null,
  updates integer not null,
  total bigint not null,
  done bigint not null,
  error text collate "C",
  preview text collate "C",
  report text collate "C",
  run_id text collate "C",
  report_page_id text collate "C",
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  key_id text collate "C",
  updated_at bigint not null,
  primary key (workspace_id, id)
);

create index imports_created_by on imports (created_by);
create index imports_due on imports (workspace_id, id) where state in ('reading', 'running');

-- The pages and files that imports wrote, by their paths in the source. root_id is the parent that was chosen, or the
-- workspace. version and fingerprint tell whether the page or its source changed since.
create table import_items (
  workspace_id text collate "C" not null,
  root_id text collate "C" not null,
  kind text collate "C" not null,
  path text collate "C" not null,
  item_id text collate "C" not null,
  import_id text collate "C" not null,
  version bigint not null,
  fingerprint text collate "C" not null,
  primary key (workspace_id, root_id, kind, path),
  foreign key (workspace_id, import_id) references imports (workspace_id, id)
);

create index import_items_import on import_items (workspace_id, import_id);
