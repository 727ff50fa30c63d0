-- What agents need beyond the specification.

-- The workspace a key works in while it names none.
alter table api_keys add column active_workspace_id text collate "C";

-- An admin's own words to every agent that works here.
alter table workspaces add column instructions text collate "C";

-- The page whose deletion took this one along: pages go together and come back together.
alter table pages add column deleted_with text collate "C";

create index pages_title on pages (workspace_id, title) where deleted_at is null;
