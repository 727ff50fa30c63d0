-- Proposed changes of pages. state is open, changes_requested, accepted, declined or withdrawn. via, key_id and run_id
-- are those of whoever proposed it last.
create table proposals (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  title text collate "C" not null,
  reason text collate "C" not null,
  state text collate "C" not null,
  revision integer not null,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  via text collate "C" not null,
  key_id text collate "C",
  run_id text collate "C",
  updated_at bigint not null,
  decided_at bigint,
  decided_by text collate "C" references users (id),
  primary key (workspace_id, id)
);

create index proposals_state on proposals (workspace_id, state, created_at);
create index proposals_created_by on proposals (created_by);
create index proposals_decided_by on proposals (decided_by);

-- kind is create, edit, properties, move or trash. page_id is the ID that a created page gets. base and document are the
-- bodies before and after, base_version the version of the page at that time, and details the other fields as JSON. state
-- is open, accepted or declined.
create table proposal_changes (
  workspace_id text collate "C" not null,
  proposal_id text collate "C" not null,
  number bigint not null,
  kind text collate "C" not null,
  page_id text collate "C" not null,
  title text collate "C" not null,
  base_version bigint,
  base text collate "C",
  document text collate "C",
  details text collate "C" not null,
  state text collate "C" not null,
  decided_at bigint,
  decided_by text collate "C" references users (id),
  primary key (workspace_id, proposal_id, number),
  foreign key (workspace_id, proposal_id) references proposals (workspace_id, id)
);

create index proposal_changes_page on proposal_changes (workspace_id, page_id, state);
create index proposal_changes_decided_by on proposal_changes (decided_by);

-- The pages that someone must be able to read to see the proposal. The ID of the workspace stands for the top level.
create table proposal_pages (
  workspace_id text collate "C" not null,
  proposal_id text collate "C" not null,
  page_id text collate "C" not null,
  primary key (workspace_id, proposal_id, page_id),
  foreign key (workspace_id, proposal_id) references proposals (workspace_id, id)
);

create index proposal_pages_page on proposal_pages (workspace_id, page_id);

-- What was said about a proposal, with what was decided. kind is comment, changes_requested, accepted, declined,
-- withdrawn or updated. change_number is null for the whole proposal.
create table proposal_comments (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  proposal_id text collate "C" not null,
  change_number bigint,
  kind text collate "C" not null,
  markdown text collate "C" not null,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  run_id text collate "C",
  primary key (workspace_id, id),
  foreign key (workspace_id, proposal_id) references proposals (workspace_id, id)
);

create index proposal_comments_proposal on proposal_comments (workspace_id, proposal_id, created_at);
create index proposal_comments_created_by on proposal_comments (created_by);

-- Members of such a workspace propose changes instead of writing. accepts_own: people may accept their own proposals.
alter table workspaces add column propose_only integer not null default 0;
alter table workspaces add column accepts_own integer not null default 0;
alter table api_keys add column propose_only integer not null default 0;
