-- The section that the parent of its page is in; null outside of sections.
alter table sections add column enclosing_id text collate "C";
create index sections_enclosing on sections (workspace_id, enclosing_id) where enclosing_id is not null;
