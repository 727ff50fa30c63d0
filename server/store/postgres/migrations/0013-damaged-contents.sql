-- Contents of files that are lost or not what was put; of the store, as contents are, not of a workspace. Rows go
-- when the same content is put again.
create table damaged_contents (
  sha256 text collate "C" primary key,
  fault text collate "C" not null,
  found_at bigint not null
);

-- How far the check of all contents has come: those up to and with position are done; '' is between two rounds.
create table content_checks (
  name text collate "C" primary key,
  position text collate "C" not null,
  finished_at bigint not null
);
