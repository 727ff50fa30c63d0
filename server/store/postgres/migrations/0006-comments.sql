-- A thread is its first comment, whose id is thread_id of all in it; only that one has a quote and can be
-- resolved. quote is JSON: the text it is about and what stands around it. A first comment that is deleted
-- while others answer it stays as an empty place.
create table comments (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  page_id text collate "C" not null,
  thread_id text collate "C" not null,
  markdown text collate "C" not null,
  quote text collate "C",
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  updated_at bigint,
  deleted_at bigint,
  resolved_at bigint,
  resolved_by text collate "C" references users (id),
  primary key (workspace_id, id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

create index comments_page on comments (workspace_id, page_id, thread_id, created_at, id);
