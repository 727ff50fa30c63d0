-- Pages on their way to another workspace; workspace_id is the one that they come from. target_parent_id is null at the
-- top level. copy_id is the page that page_id becomes. left_behind counts pages that stay.
create table transfers (
  workspace_id text not null references workspaces (id),
  id text not null,
  page_id text not null,
  includes_below integer not null,
  kind text not null,
  target_workspace_id text not null,
  target_parent_id text,
  copy_id text not null,
  title text not null,
  via text not null,
  state text not null,
  total integer not null,
  done integer not null,
  files integer not null,
  left_behind integer not null,
  error text,
  created_at integer not null,
  created_by text not null references users (id),
  key_id text,
  updated_at integer not null,
  primary key (workspace_id, id)
) strict;

create index transfers_created_by on transfers (created_by);
create index transfers_due on transfers (workspace_id, id) where state in ('running', 'undoing');

-- The pages and files that a transfer has written. mark tells whether the original of a page changed since.
create table transfer_items (
  workspace_id text not null,
  transfer_id text not null,
  kind text not null,
  item_id text not null,
  copy_id text not null,
  mark text not null,
  primary key (workspace_id, transfer_id, kind, item_id),
  foreign key (workspace_id, transfer_id) references transfers (workspace_id, id)
) strict, without rowid;
