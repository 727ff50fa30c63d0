-- A thread is its first comment, whose id is thread_id of all in it; only that one has a quote and can be
-- resolved. quote is JSON: the text it is about and what stands around it. A first comment that is deleted
-- while others answer it stays as an empty place.
create table comments (
  workspace_id text not null,
  id text not null,
  page_id text not null,
  thread_id text not null,
  markdown text not null,
  quote text,
  created_at integer not null,
  created_by text not null references users (id),
  updated_at integer,
  deleted_at integer,
  resolved_at integer,
  resolved_by text references users (id),
  primary key (workspace_id, id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
) strict, without rowid;

create index comments_page on comments (workspace_id, page_id, thread_id, created_at, id);
