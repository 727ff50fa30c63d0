-- What a person wrote and did, in all workspaces: for the export of their data.
create index comments_author on comments (created_by, workspace_id, id);
create index audit_entries_actor on audit_entries (actor_id, id);
