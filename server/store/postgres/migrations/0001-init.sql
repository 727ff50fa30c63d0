-- The tables of SQLite's room, with the same columns. Text compares by its bytes there, hence "C" here.
-- Instants are milliseconds since the epoch. Everything that belongs to a workspace has the
-- workspace first in its key, so that the data can be split by it.

create table users (
  id text collate "C" primary key,
  email text collate "C" not null,
  first_name text collate "C" not null,
  last_name text collate "C" not null,
  password_hash text collate "C",
  created_at bigint not null,
  removed_at bigint
);

-- A removed person keeps the row, because pages name their author, but frees the address.
create unique index users_email on users (email) where removed_at is null;

create table workspaces (
  id text collate "C" primary key,
  name text collate "C" not null,
  slug text collate "C" not null unique,
  event_sequence bigint not null default 0,
  created_at bigint not null
) with (fillfactor = 50); -- Every write counts up event_sequence: room for the new row beside the old.

create table members (
  workspace_id text collate "C" not null references workspaces (id),
  user_id text collate "C" not null references users (id),
  role text collate "C" not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  created_at bigint not null,
  primary key (workspace_id, user_id)
);

create index members_user on members (user_id);

create table api_keys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  name text collate "C" not null,
  hash text collate "C" not null unique,
  first_characters text collate "C" not null,
  last_characters text collate "C" not null,
  read_only bigint not null default 0 check (read_only in (0, 1)),
  workspace_ids text collate "C",
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint
);

create index api_keys_user on api_keys (user_id, created_at);

-- parent_id of a top page is the workspace itself: one index serves every level of the tree.
create table pages (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  parent_id text collate "C" not null,
  position text collate "C" not null,
  title text collate "C" not null,
  icon text collate "C",
  ownership text collate "C" not null check (ownership in ('TEXT', 'SKILL', 'AGENT')),
  type text collate "C" not null check (type in ('TEXT', 'KANBAN')),
  version bigint not null default 1,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  updated_at bigint not null,
  updated_by text collate "C" not null references users (id),
  deleted_at bigint,
  primary key (workspace_id, id)
);

create index pages_tree on pages (workspace_id, parent_id, position);
create index pages_ownership on pages (workspace_id, ownership, created_at, id) where deleted_at is null;
create index pages_type on pages (workspace_id, type) where deleted_at is null;

-- document is the page's JSON; blocks the plain text of its top-level blocks, for search and fragments.
create table page_contents (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  blocks text collate "C" not null,
  document text collate "C" not null,
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create table files (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  name text collate "C" not null,
  mime_type text collate "C" not null,
  size bigint not null,
  sha256 text collate "C" not null,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  primary key (workspace_id, id)
);

create index files_newest on files (workspace_id, created_at, id);
create index files_sha256 on files (sha256);

create table page_files (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  file_id text collate "C" not null,
  created_at bigint not null,
  primary key (workspace_id, page_id, file_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id)
);

-- The outbox: what happened, written with the change. sequence counts per workspace without gaps.
create table events (
  workspace_id text collate "C" not null references workspaces (id),
  sequence bigint not null,
  id text collate "C" not null,
  type text collate "C" not null,
  actor_id text collate "C" not null,
  via text collate "C" not null,
  data text collate "C" not null,
  created_at bigint not null,
  primary key (workspace_id, sequence)
);

-- Full text, made in server/search. A change to a page is logged with the change itself; segments hold
-- the changes up to merged_sequence. generation grows with every change to the list of segments.
create table search_workspaces (
  workspace_id text collate "C" primary key references workspaces (id),
  sequence bigint not null,
  merged_sequence bigint not null default 0,
  generation bigint not null default 0,
  next_segment bigint not null default 1,
  analyser text collate "C" not null,
  segmenter text collate "C",
  reindex_target text collate "C",
  reindexed_to text collate "C",
  merger text collate "C",
  merging_until bigint
) with (fillfactor = 50);

-- An entry is the page's terms, packed; null says that the page is gone.
create table search_changes (
  workspace_id text collate "C" not null references workspaces (id),
  sequence bigint not null,
  page_id text collate "C" not null,
  entry bytea,
  primary key (workspace_id, sequence)
);

create table search_segments (
  workspace_id text collate "C" not null references workspaces (id),
  segment bigint not null,
  state text collate "C" not null check (state in ('building', 'live', 'retired')),
  first_sequence bigint not null,
  last_sequence bigint not null,
  documents bigint not null,
  terms bigint not null,
  retired_at bigint,
  primary key (workspace_id, segment)
);

create table search_chunks (
  workspace_id text collate "C" not null references workspaces (id),
  segment bigint not null,
  kind text collate "C" not null check (kind in ('documents', 'terms', 'postings')),
  number bigint not null,
  data bytea not null,
  primary key (workspace_id, segment, kind, number)
);

-- Packed already: compressing it again costs time and gains nothing.
alter table search_changes alter column entry set storage external;
alter table search_chunks alter column data set storage external;
