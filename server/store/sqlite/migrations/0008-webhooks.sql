-- Endpoints that are told what happens. secret and previous_secret are sealed, see server/lib/secrets/secrets.ts;
-- events is a JSON list of subscriptions. One worker at a time delivers to an endpoint: holder, until its
-- lease runs out. A removed endpoint stays until its log is cleared away.
create table webhooks (
  workspace_id text not null references workspaces (id),
  id text not null,
  name text not null,
  url text not null,
  events text not null,
  section_id text,
  format text not null check (format in ('standard', 'slack', 'discord', 'mattermost')),
  secret text not null,
  previous_secret text,
  previous_until integer,
  state text not null check (state in ('enabled', 'disabled', 'removed')),
  reason text,
  from_sequence integer not null,
  failing_since integer,
  failures integer not null default 0,
  succeeded_at integer,
  created_at integer not null,
  created_by text not null,
  updated_at integer not null,
  holder text,
  leased_until integer,
  primary key (workspace_id, id)
) strict, without rowid;

-- How far the outbox of a workspace with endpoints was read.
create table webhook_cursors (
  workspace_id text not null primary key references workspaces (id),
  sequence integer not null,
  cleaned_at integer not null
) strict, without rowid;

-- Saves of an editor that wait to be told as one; event is JSON.
create table webhook_bursts (
  workspace_id text not null references workspaces (id),
  page_id text not null,
  sequence integer not null,
  first_at integer not null,
  due_at integer not null,
  event text not null,
  primary key (workspace_id, page_id)
) strict, without rowid;

create index webhook_bursts_due on webhook_bursts (due_at);

-- What an endpoint is told. attempts counts all there were, tries those since it was last sent anew.
-- due_at is null when nothing is left to do.
create table webhook_deliveries (
  workspace_id text not null,
  webhook_id text not null,
  id text not null,
  event_id text not null,
  type text not null,
  sequence integer not null,
  cause text not null check (cause in ('event', 'test', 'redeliver', 'recover')),
  status text not null check (status in ('pending', 'retrying', 'succeeded', 'failed', 'cancelled')),
  attempts integer not null default 0,
  tries integer not null default 0,
  due_at integer,
  created_at integer not null,
  completed_at integer,
  primary key (workspace_id, webhook_id, id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id)
) strict, without rowid;

create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, due_at, sequence)
  where due_at is not null;

-- headers and answer_headers are JSON objects; status is that of the answer, null without one.
create table webhook_attempts (
  workspace_id text not null,
  webhook_id text not null,
  delivery_id text not null,
  number integer not null,
  started_at integer not null,
  duration integer not null,
  url text not null,
  headers text not null,
  address text,
  status integer,
  answer_headers text,
  is_truncated integer not null default 0 check (is_truncated in (0, 1)),
  error_code text,
  error_message text,
  primary key (workspace_id, webhook_id, delivery_id, number),
  foreign key (workspace_id, webhook_id, delivery_id) references webhook_deliveries (workspace_id, webhook_id, id)
) strict, without rowid;

-- Attempt 0 is what was sent, the others what was answered to it: kept for a shorter time than the rest.
create table webhook_bodies (
  workspace_id text not null,
  webhook_id text not null,
  delivery_id text not null,
  attempt integer not null,
  body text not null,
  primary key (workspace_id, webhook_id, delivery_id, attempt),
  foreign key (workspace_id, webhook_id, delivery_id) references webhook_deliveries (workspace_id, webhook_id, id)
) strict;
