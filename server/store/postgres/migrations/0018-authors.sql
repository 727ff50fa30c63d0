-- What a person has made, in all workspaces: for the limits that an administrator may set.
create index pages_author on pages (created_by);
create index files_author on files (created_by, size);
