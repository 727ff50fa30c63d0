-- Instants are milliseconds since the epoch. Everything that belongs to a workspace has the
-- workspace first in its key, so that the data can be split by it.

create table users (
  id text primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  created_at integer not null,
  removed_at integer
) strict, without rowid;

-- A removed person keeps the row, because pages name their author, but frees the address.
create unique index users_email on users (email) where removed_at is null;

create table workspaces (
  id text primary key,
  name text not null,
  slug text not null unique,
  event_sequence integer not null default 0,
  created_at integer not null
) strict, without rowid;

create table members (
  workspace_id text not null references workspaces (id),
  user_id text not null references users (id),
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  created_at integer not null,
  primary key (workspace_id, user_id)
) strict, without rowid;

create index members_user on members (user_id);

create table api_keys (
  id text primary key,
  user_id text not null references users (id),
  name text not null,
  hash text not null unique,
  first_characters text not null,
  last_characters text not null,
  read_only integer not null default 0 check (read_only in (0, 1)),
  workspace_ids text,
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  last_used_at integer
) strict, without rowid;

create index api_keys_user on api_keys (user_id, created_at);

-- parent_id of a top page is the workspace itself: one index serves every level of the tree.
create table pages (
  workspace_id text not null references workspaces (id),
  id text not null,
  parent_id text not null,
  position text not null,
  title text not null,
  icon text,
  ownership text not null check (ownership in ('TEXT', 'SKILL', 'AGENT')),
  type text not null check (type in ('TEXT', 'KANBAN')),
  version integer not null default 1,
  created_at integer not null,
  created_by text not null references users (id),
  updated_at integer not null,
  updated_by text not null references users (id),
  deleted_at integer,
  primary key (workspace_id, id)
) strict, without rowid;

create index pages_tree on pages (workspace_id, parent_id, position);
create index pages_ownership on pages (workspace_id, ownership, created_at, id) where deleted_at is null;
create index pages_type on pages (workspace_id, type) where deleted_at is null;

-- document is the page's JSON; blocks the plain text of its top-level blocks, for search and fragments.
create table page_contents (
  workspace_id text not null,
  page_id text not null,
  blocks text not null,
  document text not null,
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
) strict;

create table files (
  workspace_id text not null references workspaces (id),
  id text not null,
  name text not null,
  mime_type text not null,
  size integer not null,
  sha256 text not null,
  created_at integer not null,
  created_by text not null references users (id),
  primary key (workspace_id, id)
) strict, without rowid;

create index files_newest on files (workspace_id, created_at, id);
create index files_sha256 on files (sha256);

create table page_files (
  workspace_id text not null,
  page_id text not null,
  file_id text not null,
  created_at integer not null,
  primary key (workspace_id, page_id, file_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id)
) strict, without rowid;

-- The outbox: what happened, written with the change. sequence counts per workspace without gaps.
create table events (
  workspace_id text not null references workspaces (id),
  sequence integer not null,
  id text not null,
  type text not null,
  actor_id text not null,
  via text not null,
  data text not null,
  created_at integer not null,
  primary key (workspace_id, sequence)
) strict, without rowid;

-- Full text, made in server/search. A change to a page is logged with the change itself; segments hold
-- the changes up to merged_sequence. generation grows with every change to the list of segments.
create table search_workspaces (
  workspace_id text primary key references workspaces (id),
  sequence integer not null,
  merged_sequence integer not null default 0,
  generation integer not null default 0,
  next_segment integer not null default 1,
  analyser text not null,
  segmenter text,
  reindex_target text,
  reindexed_to text,
  merger text,
  merging_until integer
) strict, without rowid;

-- An entry is the page's terms, packed; null says that the page is gone.
create table search_changes (
  workspace_id text not null references workspaces (id),
  sequence integer not null,
  page_id text not null,
  entry blob,
  primary key (workspace_id, sequence)
) strict;

create table search_segments (
  workspace_id text not null references workspaces (id),
  segment integer not null,
  state text not null check (state in ('building', 'live', 'retired')),
  first_sequence integer not null,
  last_sequence integer not null,
  documents integer not null,
  terms integer not null,
  retired_at integer,
  primary key (workspace_id, segment)
) strict, without rowid;

create table search_chunks (
  workspace_id text not null references workspaces (id),
  segment integer not null,
  kind text not null check (kind in ('documents', 'terms', 'postings')),
  number integer not null,
  data blob not null,
  primary key (workspace_id, segment, kind, number)
) strict;
