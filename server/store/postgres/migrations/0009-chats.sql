-- Bots: what connects a workspace to a chat service. secrets is sealed, see server/lib/secrets/secrets.ts; settings is
-- JSON. position is how far its messages were read. One worker at a time speaks for it: holder, until its lease
-- runs out.
create table chat_connections (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  service text collate "C" not null,
  account text collate "C" not null,
  name text collate "C" not null,
  settings text collate "C" not null,
  secrets text collate "C" not null,
  state text collate "C" not null check (state in ('enabled', 'disabled')),
  error text collate "C",
  error_at bigint,
  seen_at bigint,
  position text collate "C",
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  updated_at bigint not null,
  holder text collate "C",
  leased_until bigint,
  primary key (workspace_id, id)
);

-- Where to find the workspace of a bot by what its service calls it.
create table chat_accounts (
  account text collate "C" not null,
  service text collate "C" not null,
  connection_id text collate "C" not null,
  workspace_id text collate "C" not null,
  primary key (account, service, connection_id)
);

-- Who a person in a chat is. chat_id is where the bot can write to that person alone.
create table chat_links (
  workspace_id text collate "C" not null,
  connection_id text collate "C" not null,
  chat_user_id text collate "C" not null,
  user_id text collate "C" not null references users (id),
  name text collate "C" not null,
  chat_id text collate "C" not null,
  created_at bigint not null,
  primary key (workspace_id, connection_id, chat_user_id),
  foreign key (workspace_id, connection_id) references chat_connections (workspace_id, id)
);

create index chat_links_user on chat_links (workspace_id, user_id);

-- What a chat is told; section_id is null for the whole workspace, events a JSON list. It speaks for its maker:
-- while that person may not read, nothing is told.
create table chat_subscriptions (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  chat_id text collate "C" not null,
  chat_name text collate "C" not null,
  section_id text collate "C",
  events text collate "C" not null,
  shows_excerpt bigint not null check (shows_excerpt in (0, 1)),
  from_sequence bigint not null,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  error text collate "C",
  error_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references chat_connections (workspace_id, id)
);

-- What is to be told of a page, as one message: changes is a JSON list, due_at null when nothing waits. told_at
-- is when its last message was sent; revision grows with every change that joins.
create table chat_notices (
  workspace_id text collate "C" not null,
  subscription_id text collate "C" not null,
  page_id text collate "C" not null,
  connection_id text collate "C" not null,
  changes text collate "C" not null,
  revision bigint not null,
  told_at bigint,
  due_at bigint,
  attempts bigint not null default 0,
  primary key (workspace_id, subscription_id, page_id),
  foreign key (workspace_id, subscription_id) references chat_subscriptions (workspace_id, id)
);

create index chat_notices_due on chat_notices (workspace_id, connection_id, due_at) where due_at is not null;
create index chat_notices_next on chat_notices (workspace_id, subscription_id, due_at) where due_at is not null;
