-- Agent accounts: programs that are members of a workspace in their own name. The owner answers for the agent.
-- pause_reason is set while its keys and its webhook do not work: 'requested', or 'owner' if the owner left, was
-- disabled or lost write access.
create table agent_accounts (
  workspace_id text not null references workspaces (id),
  user_id text not null references users (id),
  icon text,
  owner_id text not null references users (id),
  webhook_id text,
  pause_reason text check (pause_reason in ('requested', 'owner')),
  paused_at integer,
  created_at integer not null,
  created_by text not null references users (id),
  primary key (workspace_id, user_id)
) strict, without rowid;

create unique index agent_accounts_user on agent_accounts (user_id);
create index agent_accounts_owner on agent_accounts (owner_id);
create index agent_accounts_created_by on agent_accounts (created_by);

-- Mentions and assignments of agents in the last day. Those that agents cause in response to each other are a chain.
create table agent_notices (
  workspace_id text not null references workspaces (id),
  id text not null,
  agent_id text not null,
  chain_id text not null,
  created_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;

create index agent_notices_agent on agent_notices (workspace_id, agent_id, created_at);
create index agent_notices_chain on agent_notices (workspace_id, chain_id);
create index agent_notices_created_at on agent_notices (workspace_id, created_at);

-- The highest level of an agent on any page; null for people.
alter table members add column max_level integer;
-- The agent that a webhook belongs to: it receives the mentions and assignments of that agent.
alter table webhooks add column agent_id text;
