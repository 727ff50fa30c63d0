-- A file's address names the file and no workspace: where it is found. It is not split by workspace but by the
-- file, refers to nothing, and can be made again from files.
create table file_workspaces (
  file_id text primary key,
  workspace_id text not null
) strict, without rowid;

insert into file_workspaces (file_id, workspace_id) select id, workspace_id from files;
