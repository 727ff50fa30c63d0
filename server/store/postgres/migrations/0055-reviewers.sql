-- A person made the key for an agent: whoever uses it is not the person who reviews. A key with propose_only is one, too.
alter table api_keys add column for_agent integer not null default 0;

-- Who reviews proposals in the section, as JSON: how many reviewers must accept, and their IDs. Null if the section has
-- no such rule of its own.
alter table sections add column review text collate "C";

-- Reviewers who accepted a proposal that needs others too. revision is the one that they read, parts a digest of what
-- they accepted of it.
create table proposal_approvals (
  workspace_id text collate "C" not null,
  proposal_id text collate "C" not null,
  user_id text collate "C" not null references users (id),
  revision integer not null,
  parts text collate "C" not null,
  created_at bigint not null,
  primary key (workspace_id, proposal_id, user_id),
  foreign key (workspace_id, proposal_id) references proposals (workspace_id, id)
);

create index proposal_approvals_user on proposal_approvals (user_id);
