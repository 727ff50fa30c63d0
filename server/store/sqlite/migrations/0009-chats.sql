-- Bots: what connects a workspace to a chat service. secrets is sealed, see server/lib/secrets/secrets.ts; settings is
-- JSON. position is how far its messages were read. One worker at a time speaks for it: holder, until its lease
-- runs out.
create table chat_connections (
  workspace_id text not null references workspaces (id),
  id text not null,
  service text not null,
  account text not null,
  name text not null,
  settings text not null,
  secrets text not null,
  state text not null check (state in ('enabled', 'disabled')),
  error text,
  error_at integer,
  seen_at integer,
  position text,
  created_at integer not null,
  created_by text not null references users (id),
  updated_at integer not null,
  holder text,
  leased_until integer,
  primary key (workspace_id, id)
) strict, without rowid;

-- Where to find the workspace of a bot by what its service calls it.
create table chat_accounts (
  account text not null,
  service text not null,
  connection_id text not null,
  workspace_id text not null,
  primary key (account, service, connection_id)
) strict, without rowid;

-- Who a person in a chat is. chat_id is where the bot can write to that person alone.
create table chat_links (
  workspace_id text not null,
  connection_id text not null,
  chat_user_id text not null,
  user_id text not null references users (id),
  name text not null,
  chat_id text not null,
  created_at integer not null,
  primary key (workspace_id, connection_id, chat_user_id),
  foreign key (workspace_id, connection_id) references chat_connections (workspace_id, id)
) strict, without rowid;

create index chat_links_user on chat_links (workspace_id, user_id);

-- What a chat is told; section_id is null for the whole workspace, events a JSON list. It speaks for its maker:
-- while that person may not read, nothing is told.
create table chat_subscriptions (
  workspace_id text not null,
  id text not null,
  connection_id text not null,
  chat_id text not null,
  chat_name text not null,
  section_id text,
  events text not null,
  shows_excerpt integer not null check (shows_excerpt in (0, 1)),
  from_sequence integer not null,
  created_at integer not null,
  created_by text not null references users (id),
  error text,
  error_at integer,
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references chat_connections (workspace_id, id)
) strict, without rowid;

-- What is to be told of a page, as one message: changes is a JSON list, due_at null when nothing waits. told_at
-- is when its last message was sent; revision grows with every change that joins.
create table chat_notices (
  workspace_id text not null,
  subscription_id text not null,
  page_id text not null,
  connection_id text not null,
  changes text not null,
  revision integer not null,
  told_at integer,
  due_at integer,
  attempts integer not null default 0,
  primary key (workspace_id, subscription_id, page_id),
  foreign key (workspace_id, subscription_id) references chat_subscriptions (workspace_id, id)
) strict, without rowid;

create index chat_notices_due on chat_notices (workspace_id, connection_id, due_at) where due_at is not null;
create index chat_notices_next on chat_notices (workspace_id, subscription_id, due_at) where due_at is not null;
