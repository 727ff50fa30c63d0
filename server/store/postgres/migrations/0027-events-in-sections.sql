-- The page of an event, and its section at the time: they decide who may learn of it after the page was permanently
-- deleted.
alter table events add column page_id text collate "C";
alter table events add column section_id text collate "C";

-- The newest event before the workspace had its first section: later numbers are no cursors of the change feed.
alter table workspaces add column rights_from_sequence bigint;

-- The number that the endpoint received last, in a workspace with sections, where each endpoint counts for itself.
alter table webhooks add column last_number bigint;
