-- The journal of a page: a row for each change of its content or its fields, as ProseMirror steps that apply to the
-- version before. notes is JSON: changed fields, moved blocks, and text that was carried elsewhere.
create table page_steps (
  workspace_id text not null,
  page_id text not null,
  version integer not null,
  batch_id text not null,
  base integer not null,
  author_id text not null references users (id),
  via text,
  key_id text,
  run_id text,
  at integer not null,
  steps text not null,
  notes text,
  primary key (workspace_id, page_id, version),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
) strict, without rowid;

create unique index page_steps_batch on page_steps (workspace_id, page_id, batch_id);
create index page_steps_at on page_steps (workspace_id, at);
create index page_steps_author on page_steps (author_id);

-- The version of the stored document while newer changes are only in the journal; null while it is current.
alter table pages add column content_version integer;
create index pages_behind on pages (workspace_id, id) where content_version is not null;

-- The version of the stored document. Null for rows of earlier releases.
alter table page_contents add column version integer;
-- Who wrote which part of the document, compressed (zstd). Null when it is not known.
alter table page_contents add column attribution blob;
alter table page_versions add column attribution blob;
-- The people who wrote a version, as a JSON list; null for its one author in created_by.
alter table page_versions add column authors text;
