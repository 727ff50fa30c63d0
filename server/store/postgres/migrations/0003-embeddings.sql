-- Work to be done in the background: one row per thing to do, gone when it is done. A row whose lease
-- has run out is taken up again.
create table jobs (
  kind text collate "C" not null,
  subject text collate "C" not null,
  due_at bigint not null,
  attempts bigint not null default 0,
  holder text collate "C",
  leased_until bigint,
  error text collate "C",
  primary key (kind, subject)
);

create index jobs_due on jobs (due_at);

-- The model a workspace wants is its newest; older ones answer until that one knows all pages.
-- settings is JSON; api_key is sealed, see server/lib/secrets/secrets.ts.
create table embedding_models (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  settings text collate "C" not null,
  api_key text collate "C",
  weight double precision not null check (weight between 0 and 1),
  created_at bigint not null,
  primary key (workspace_id, id)
);

-- What was made of the pages with a model. It can be made again, and is in no backup.
-- sequence numbers chunks and changes of pages; event_sequence is the last event taken in;
-- scanned_to the page after which the first reading of all pages goes on, null when that is done.
create table embedding_builds (
  workspace_id text collate "C" not null references workspaces (id),
  model_id text collate "C" not null,
  is_live bigint not null default 0 check (is_live in (0, 1)),
  sequence bigint not null default 0,
  event_sequence bigint not null,
  scanned_to text collate "C",
  trust double precision,
  tried_pages bigint not null default 0,
  probe bytea,
  primary key (workspace_id, model_id)
);

create table embedding_pages (
  workspace_id text collate "C" not null,
  model_id text collate "C" not null,
  page_id text collate "C" not null,
  state text collate "C" not null check (state in ('waiting', 'done', 'refused')),
  sequence bigint not null default 0,
  primary key (workspace_id, model_id, page_id)
);

create index embedding_pages_waiting on embedding_pages (workspace_id, model_id, page_id) where state = 'waiting';
create index embedding_pages_sequence on embedding_pages (workspace_id, model_id, sequence);

-- vector holds the numbers as 32-bit floats, little endian, of length 1.
create table embedding_chunks (
  workspace_id text collate "C" not null,
  model_id text collate "C" not null,
  chunk bigint not null,
  page_id text collate "C" not null,
  block bigint not null,
  hash text collate "C" not null,
  vector bytea not null,
  primary key (workspace_id, model_id, chunk)
);

create index embedding_chunks_page on embedding_chunks (workspace_id, model_id, page_id);

-- Packed already.
alter table embedding_chunks alter column vector set storage external;
