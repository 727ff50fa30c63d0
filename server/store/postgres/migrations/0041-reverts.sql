-- Reverts: the run run_id undid what reverted_run_id changed since a time. accepted_runs: what a run wrote on a page
-- up to a time, accepted by a person.
create table run_reverts (
  workspace_id text collate "C" not null references workspaces (id),
  reverted_run_id text collate "C" not null,
  run_id text collate "C" not null,
  since bigint not null,
  created_at bigint not null,
  created_by text collate "C" not null,
  primary key (workspace_id, reverted_run_id, run_id)
);

create table accepted_runs (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  run_id text collate "C" not null,
  accepted_at bigint not null,
  accepted_by text collate "C" not null,
  primary key (workspace_id, page_id, run_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

create index runs_key on runs (workspace_id, key_id, last_at) where key_id is not null;
