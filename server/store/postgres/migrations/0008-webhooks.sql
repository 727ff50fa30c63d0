-- Endpoints that are told what happens. secret and previous_secret are sealed, see server/lib/secrets/secrets.ts;
-- events is a JSON list of subscriptions. One worker at a time delivers to an endpoint: holder, until its
-- lease runs out. A removed endpoint stays until its log is cleared away.
create table webhooks (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  name text collate "C" not null,
  url text collate "C" not null,
  events text collate "C" not null,
  section_id text collate "C",
  format text collate "C" not null check (format in ('standard', 'slack', 'discord', 'mattermost')),
  secret text collate "C" not null,
  previous_secret text collate "C",
  previous_until bigint,
  state text collate "C" not null check (state in ('enabled', 'disabled', 'removed')),
  reason text collate "C",
  from_sequence bigint not null,
  failing_since bigint,
  failures bigint not null default 0,
  succeeded_at bigint,
  created_at bigint not null,
  created_by text collate "C" not null,
  updated_at bigint not null,
  holder text collate "C",
  leased_until bigint,
  primary key (workspace_id, id)
);

-- How far the outbox of a workspace with endpoints was read.
create table webhook_cursors (
  workspace_id text collate "C" not null primary key references workspaces (id),
  sequence bigint not null,
  cleaned_at bigint not null
);

-- Saves of an editor that wait to be told as one; event is JSON.
create table webhook_bursts (
  workspace_id text collate "C" not null references workspaces (id),
  page_id text collate "C" not null,
  sequence bigint not null,
  first_at bigint not null,
  due_at bigint not null,
  event text collate "C" not null,
  primary key (workspace_id, page_id)
);

create index webhook_bursts_due on webhook_bursts (due_at);

-- What an endpoint is told. attempts counts all there were, tries those since it was last sent anew.
-- due_at is null when nothing is left to do.
create table webhook_deliveries (
  workspace_id text collate "C" not null,
  webhook_id text collate "C" not null,
  id text collate "C" not null,
  event_id text collate "C" not null,
  type text collate "C" not null,
  sequence bigint not null,
  cause text collate "C" not null check (cause in ('event', 'test', 'redeliver', 'recover')),
  status text collate "C" not null check (status in ('pending', 'retrying', 'succeeded', 'failed', 'cancelled')),
  attempts bigint not null default 0,
  tries bigint not null default 0,
  due_at bigint,
  created_at bigint not null,
  completed_at bigint,
  primary key (workspace_id, webhook_id, id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id)
);

create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, due_at, sequence)
  where due_at is not null;

-- headers and answer_headers are JSON objects; status is that of the answer, null without one.
create table webhook_attempts (
  workspace_id text collate "C" not null,
  webhook_id text collate "C" not null,
  delivery_id text collate "C" not null,
  number bigint not null,
  started_at bigint not null,
  duration bigint not null,
  url text collate "C" not null,
  headers text collate "C" not null,
  address text collate "C",
  status bigint,
  answer_headers text collate "C",
  is_truncated bigint not null default 0 check (is_truncated in (0, 1)),
  error_code text collate "C",
  error_message text collate "C",
  primary key (workspace_id, webhook_id, delivery_id, number),
  foreign key (workspace_id, webhook_id, delivery_id) references webhook_deliveries (workspace_id, webhook_id, id)
);

-- Attempt 0 is what was sent, the others what was answered to it: kept for a shorter time than the rest.
create table webhook_bodies (
  workspace_id text collate "C" not null,
  webhook_id text collate "C" not null,
  delivery_id text collate "C" not null,
  attempt bigint not null,
  body text collate "C" not null,
  primary key (workspace_id, webhook_id, delivery_id, attempt),
  foreign key (workspace_id, webhook_id, delivery_id) references webhook_deliveries (workspace_id, webhook_id, id)
);
