-- What waits for the attention of a person or agent. kind is mention, reply, assignment or review. page_id is null for a
-- review, which is about a proposal. shown_at is created_at, or the end of a snooze.
create table inbox_entries (
  workspace_id text collate "C" not null references workspaces (id),
  user_id text collate "C" not null references users (id),
  id text collate "C" not null,
  kind text collate "C" not null,
  page_id text collate "C",
  comment_id text collate "C",
  proposal_id text collate "C",
  actor_id text collate "C" not null references users (id),
  run_id text collate "C",
  sequence bigint not null,
  created_at bigint not null,
  shown_at bigint not null,
  read_at bigint,
  primary key (workspace_id, user_id, id)
);

create index inbox_entries_page on inbox_entries (workspace_id, page_id) where page_id is not null;
create index inbox_entries_proposal on inbox_entries (workspace_id, proposal_id) where proposal_id is not null;
create index inbox_entries_created_at on inbox_entries (workspace_id, created_at);
create index inbox_entries_user on inbox_entries (user_id);
create index inbox_entries_actor on inbox_entries (actor_id);
