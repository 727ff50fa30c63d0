-- The page or file that a delivery is about, and its section at the time: they decide who sees it in the log. Without
-- them everyone in the workspace does: members, tests, and events from before there were sections.
alter table webhook_deliveries add column page_id text collate "C";
alter table webhook_deliveries add column file_id text collate "C";
alter table webhook_deliveries add column section_id text collate "C";
