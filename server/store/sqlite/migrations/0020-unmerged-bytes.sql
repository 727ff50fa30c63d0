-- Bytes of the changes that no segment holds: a merge is due by them as well as by their number. The default
-- lets the background look at every workspace once.
alter table search_workspaces add column unmerged_bytes integer not null default 16384;
