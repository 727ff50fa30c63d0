-- Pages on their way to another workspace; workspace_id is the one that they come from. target_parent_id is null at the
-- top level. copy_id is the page that page_id becomes. left_behind counts pages that stay.
create table transfers (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  page_id text collate "C" not null,
  includes_below integer not null,
  kind text collate "C" not null,
  target_workspace_id text collate "C" not null,
  target_parent_id text collate "C",
  copy_id text collate "C" not null,
  title text collate "C" not null,
  via text collate "C" not null,
  state text collate "C" not null,
  total bigint not null,
  done bigint not null,
  files bigint not null,
  left_behind bigint not null,
  error text collate "C",
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  key_id text collate "C",
  updated_at bigint not null,
  primary key (workspace_id, id)
);

create index transfers_created_by on transfers (created_by);
create index transfers_due on transfers (workspace_id, id) where state in ('running', 'undoing');

-- The pages and files that a transfer has written. mark tells whether the original of a page changed since.
create table transfer_items (
  workspace_id text collate "C" not null,
  transfer_id text collate "C" not null,
  kind text collate "C" not null,
  item_id text collate "C" not null,
  copy_id text collate "C" not null,
  mark text collate "C" not null,
  primary key (workspace_id, transfer_id, kind, item_id),
  foreign key (workspace_id, transfer_id) references transfers (workspace_id, id)
);
