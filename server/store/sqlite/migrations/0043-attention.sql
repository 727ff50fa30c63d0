-- Pages that a person or agent watches; includes_subpages: with everything below. Events after from_sequence count.
create table watches (
  workspace_id text not null,
  user_id text not null references users (id),
  page_id text not null,
  includes_subpages integer not null,
  from_sequence integer not null,
  created_at integer not null,
  primary key (workspace_id, user_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
) strict, without rowid;

create index watches_page on watches (workspace_id, page_id);
create index watches_user on watches (user_id);

-- The last event of each workspace from which entries of inboxes were made. A workspace without a row is at its start.
create table inbox_cursors (
  workspace_id text primary key references workspaces (id),
  sequence integer not null
) strict, without rowid;

insert into inbox_cursors (workspace_id, sequence) select id, event_sequence from workspaces;

-- inbox_entries.kind is also change, about a watched page, and run, which has no page_id.
create index inbox_entries_run on inbox_entries (workspace_id, run_id) where kind = 'run';

-- mailed_at: when the entry was in an email.
alter table inbox_entries add column mailed_at integer;

-- What a person chose for their inbox. Kinds are separated by spaces, also around the list. due_at is when the next email
-- is due; null without emails.
create table inbox_settings (
  workspace_id text not null references workspaces (id),
  user_id text not null references users (id),
  hidden_kinds text not null,
  unmailed_kinds text not null,
  digest text not null check (digest in ('off', 'hourly', 'daily')),
  time_zone text not null,
  due_at integer,
  primary key (workspace_id, user_id)
) strict, without rowid;

create index inbox_settings_user on inbox_settings (user_id);
create index inbox_settings_due on inbox_settings (due_at) where due_at is not null;

-- The open threads of a workspace, by their first comment.
create index comments_open on comments (workspace_id, created_at, id) where id = thread_id and resolved_at is null;
