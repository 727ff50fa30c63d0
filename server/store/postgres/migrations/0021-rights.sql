-- A section is a page where other permissions begin. They apply to the page and to everything below it, down to the
-- next section. inherits adds the permissions of the enclosing section, or those of the workspace.
create table sections (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  inherits integer not null check (inherits in (0, 1)),
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

-- What people granted. A principal is a user, a group, a share link, a webhook, a chat channel, a site, or the
-- workspace, which stands for everyone in it. Levels: 1 read, 2 comment, 3 propose, 4 write, 5 manage.
create table section_grants (
  workspace_id text collate "C" not null,
  section_id text collate "C" not null,
  principal_id text collate "C" not null,
  level integer not null check (level between 1 and 5),
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  primary key (workspace_id, section_id, principal_id),
  foreign key (workspace_id, section_id) references sections (workspace_id, page_id) on delete cascade
);

create index section_grants_principal on section_grants (workspace_id, principal_id);

-- Who can access a section, with inherited grants: derived from the two tables above. Level 0 of the workspace gives
-- each member the level of their role.
create table section_access (
  workspace_id text collate "C" not null,
  section_id text collate "C" not null,
  principal_id text collate "C" not null,
  level integer not null check (level between 0 and 5),
  primary key (workspace_id, section_id, principal_id, level),
  foreign key (workspace_id, section_id) references sections (workspace_id, page_id) on delete cascade
);

create index section_access_principal on section_access (workspace_id, principal_id);

create table groups (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  name text collate "C" not null,
  -- The value of the groups claim that adds members at sign-in.
  oidc_group text collate "C",
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  primary key (workspace_id, id)
);

create unique index groups_name on groups (workspace_id, name);
create index groups_oidc on groups (oidc_group) where oidc_group is not null;

-- source: who added the member, a person or the identity provider.
create table group_members (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null references users (id),
  group_id text collate "C" not null,
  source text collate "C" not null check (source in ('person', 'oidc')),
  created_at bigint not null,
  primary key (workspace_id, user_id, group_id),
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);

create index group_members_group on group_members (workspace_id, group_id);

-- The nearest section at or above the page; null outside of sections.
alter table pages add column section_id text collate "C";
create index pages_section on pages (workspace_id, section_id, id) where section_id is not null;

-- scope: workspace, or shared for someone who sees only sections with a grant, as guests do.
alter table members add column scope text collate "C" not null default 'workspace';
-- kind: person, agent, guest or visitor.
alter table users add column kind text collate "C" not null default 'person';

-- Grows with every change to sections, grants and groups; 0 says that there never was one.
alter table workspaces add column rights_version bigint not null default 0;
