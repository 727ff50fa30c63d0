-- How often each published version of a skill or agent was read, by whom and with which program. An empty user_id stands for
-- everyone on the internet, and an empty client for browsers, chats, and programs beyond those that are counted separately.
create table skill_uses (
  workspace_id text not null,
  page_id text not null,
  version integer not null,
  user_id text not null,
  client text not null,
  uses integer not null,
  last_at integer not null,
  primary key (workspace_id, page_id, version, user_id, client),
  foreign key (workspace_id, page_id, version) references skill_versions (workspace_id, page_id, version)
) strict, without rowid;

-- Results of evaluations of a published version, as agents and people reported them. model and client are what the program
-- says of itself.
create table skill_evaluations (
  workspace_id text not null,
  page_id text not null,
  version integer not null,
  id text not null,
  name text not null,
  outcome text not null,
  score real,
  note text not null,
  model text not null,
  created_at integer not null,
  created_by text not null references users (id),
  key_id text,
  client text not null,
  run_id text,
  primary key (workspace_id, page_id, version, id),
  foreign key (workspace_id, page_id, version) references skill_versions (workspace_id, page_id, version)
) strict, without rowid;

create index skill_evaluations_created_by on skill_evaluations (created_by);

-- Since when uses are counted; null until the first one.
alter table workspaces add column skill_uses_since integer;

-- Since when the draft differs from the newest version; null also if it already did before this was recorded.
alter table skill_states add column changed_since integer;
