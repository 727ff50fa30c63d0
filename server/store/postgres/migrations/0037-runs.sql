-- Runs: what one program or person changed in a workspace without a long pause, or under a name that the program
-- chose. scope is the API key and user agent, the session, or the person: changes of one scope without a pause are
-- one run. client is how the program calls itself; empty for browsers and chats. name is empty for runs that the
-- program did not name. last_at, and last_sequence of its newest event, can be a minute behind.
create table runs (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  user_id text collate "C" not null,
  key_id text collate "C",
  scope text collate "C" not null,
  via text collate "C" not null,
  client text collate "C" not null,
  name text collate "C" not null,
  started_at bigint not null,
  last_at bigint not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  primary key (workspace_id, id)
);

create index runs_scope on runs (workspace_id, scope, started_at);
create index runs_started_at on runs (workspace_id, started_at);

-- The run of a change. Null for changes of earlier releases, of the operator, and of background work without one.
alter table events add column run_id text collate "C";
alter table page_versions add column run_id text collate "C";
alter table comments add column run_id text collate "C";
alter table pages add column deleted_run_id text collate "C";
alter table link_changes add column run_id text collate "C";
alter table audit_entries add column run_id text collate "C";
