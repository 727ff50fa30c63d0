-- How often each published version of a skill or agent was read, by whom and with which program. An empty user_id stands for
-- everyone on the internet, and an empty client for browsers, chats, and programs beyond those that are counted separately.
create table skill_uses (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  version bigint not null,
  user_id text collate "C" not null,
  client text collate "C" not null,
  uses bigint not null,
  last_at bigint not null,
  primary key (workspace_id, page_id, version, user_id, client),
  foreign key (workspace_id, page_id, version) references skill_versions (workspace_id, page_id, version)
);

-- Results of evaluations of a published version, as agents and people reported them. model and client are what the program
-- says of itself.
create table skill_evaluations (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  version bigint not null,
  id text collate "C" not null,
  name text collate "C" not null,
  outcome text collate "C" not null,
  score double precision,
  note text collate "C" not null,
  model text collate "C" not null,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  key_id text collate "C",
  client text collate "C" not null,
  run_id text collate "C",
  primary key (workspace_id, page_id, version, id),
  foreign key (workspace_id, page_id, version) references skill_versions (workspace_id, page_id, version)
);

create index skill_evaluations_created_by on skill_evaluations (created_by);

-- Since when uses are counted; null until the first one.
alter table workspaces add column skill_uses_since bigint;

-- Since when the draft differs from the newest version; null also if it already did before this was recorded.
alter table skill_states add column changed_since bigint;
