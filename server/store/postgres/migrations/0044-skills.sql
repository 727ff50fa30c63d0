-- The published versions of skills and agents, which never change. title, name, description and front_matter (JSON) are
-- those of the version, and digest is that of its files. is_valid: it meets the Agent Skills specification.
create table skill_versions (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  version bigint not null,
  title text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  front_matter text collate "C" not null,
  digest text collate "C" not null,
  size bigint not null,
  is_valid integer not null,
  is_automatic integer not null,
  note text collate "C" not null,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  run_id text collate "C",
  primary key (workspace_id, page_id, version),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create index skill_versions_created_by on skill_versions (created_by);

-- The files of a version. One that was made from a page has its ID and version, one that was attached the ID of the file.
create table skill_files (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  version bigint not null,
  path text collate "C" not null,
  sha256 text collate "C" not null,
  size bigint not null,
  is_executable integer not null,
  source_id text collate "C",
  source_version bigint,
  file_id text collate "C",
  primary key (workspace_id, page_id, version, path),
  foreign key (workspace_id, page_id, version) references skill_versions (workspace_id, page_id, version)
);

create index skill_files_source on skill_files (workspace_id, source_id) where source_id is not null;

-- The bytes of those files, each once in a workspace.
create table skill_contents (
  workspace_id text collate "C" not null references workspaces (id),
  sha256 text collate "C" not null,
  content bytea not null,
  primary key (workspace_id, sha256)
);

-- Which version has a label. Agents are served the one that is labelled production.
create table skill_labels (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  label text collate "C" not null,
  version bigint not null,
  updated_at bigint not null,
  updated_by text collate "C" not null references users (id),
  primary key (workspace_id, page_id, label),
  foreign key (workspace_id, page_id, version) references skill_versions (workspace_id, page_id, version)
);

create index skill_labels_version on skill_labels (workspace_id, page_id, version);
create index skill_labels_updated_by on skill_labels (updated_by);
create index skill_labels_label on skill_labels (label, workspace_id);

-- The place of a subpage or an attached file in the folder of a skill, where it is not the usual one.
create table skill_paths (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  item_id text collate "C" not null,
  path text collate "C" not null,
  is_executable integer not null,
  primary key (workspace_id, page_id, item_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

-- Skills and agents of earlier releases, which are published as they are.
create table skill_upgrades (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

insert into skill_upgrades (workspace_id, page_id)
select workspace_id, id from pages where ownership in ('SKILL', 'AGENT');

-- Skills of such a workspace are published by signed-in people only.
alter table workspaces add column reviews_skills integer not null default 0;
