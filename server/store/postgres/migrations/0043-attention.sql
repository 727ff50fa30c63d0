-- Pages that a person or agent watches; includes_subpages: with everything below. Events after from_sequence count.
create table watches (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null references users (id),
  page_id text collate "C" not null,
  includes_subpages integer not null,
  from_sequence bigint not null,
  created_at bigint not null,
  primary key (workspace_id, user_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create index watches_page on watches (workspace_id, page_id);
create index watches_user on watches (user_id);

-- The last event of each workspace from which entries of inboxes were made. A workspace without a row is at its start.
create table inbox_cursors (
  workspace_id text collate "C" primary key references workspaces (id),
  sequence bigint not null
);

insert into inbox_cursors (workspace_id, sequence) select id, event_sequence from workspaces;

-- inbox_entries.kind is also change, about a watched page, and run, which has no page_id.
create index inbox_entries_run on inbox_entries (workspace_id, run_id) where kind = 'run';
