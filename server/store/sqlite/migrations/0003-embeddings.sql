-- Work to be done in the background: one row per thing to do, gone when it is done. A row whose lease
-- has run out is taken up again.
create table jobs (
  kind text not null,
  subject text not null,
  due_at integer not null,
  attempts integer not null default 0,
  holder text,
  leased_until integer,
  error text,
  primary key (kind, subject)
) strict, without rowid;

create index jobs_due on jobs (due_at);

-- The model a workspace wants is its newest; older ones answer until that one knows all pages.
-- settings is JSON; api_key is sealed, see server/lib/secrets/secrets.ts.
create table embedding_models (
  workspace_id text not null references workspaces (id),
  id text not null,
  settings text not null,
  api_key text,
  weight real not null check (weight between 0 and 1),
  created_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;

-- What was made of the pages with a model. It can be made again, and is in no backup.
-- sequence numbers chunks and changes of pages; event_sequence is the last event taken in;
-- scanned_to the page after which the first reading of all pages goes on, null when that is done.
create table embedding_builds (
  workspace_id text not null references workspaces (id),
  model_id text not null,
  is_live integer not null default 0 check (is_live in (0, 1)),
  sequence integer not null default 0,
  event_sequence integer not null,
  scanned_to text,
  trust real,
  tried_pages integer not null default 0,
  probe blob,
  primary key (workspace_id, model_id)
) strict;

create table embedding_pages (
  workspace_id text not null,
  model_id text not null,
  page_id text not null,
  state text not null check (state in ('waiting', 'done', 'refused')),
  sequence integer not null default 0,
  primary key (workspace_id, model_id, page_id)
) strict, without rowid;

create index embedding_pages_waiting on embedding_pages (workspace_id, model_id, page_id) where state = 'waiting';
create index embedding_pages_sequence on embedding_pages (workspace_id, model_id, sequence);

-- vector holds the numbers as 32-bit floats, little endian, of length 1.
create table embedding_chunks (
  workspace_id text not null,
  model_id text not null,
  chunk integer not null,
  page_id text not null,
  block integer not null,
  hash text not null,
  vector blob not null,
  primary key (workspace_id, model_id, chunk)
) strict;

create index embedding_chunks_page on embedding_chunks (workspace_id, model_id, page_id);
