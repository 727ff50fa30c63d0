-- SHA-256 of the text of a migration as it was applied.
alter table migrations add column checksum text collate "C";

-- Pages in no trash, by type, as of the event counted_sequence; only good while that is event_sequence.
alter table workspaces add column counted_sequence bigint;
alter table workspaces add column text_pages bigint;
alter table workspaces add column kanban_pages bigint;

-- deleted_at is always null in it: with it SQLite counts without a look at the table.
create index pages_children on pages (workspace_id, parent_id, position, id, deleted_at) where deleted_at is null;
