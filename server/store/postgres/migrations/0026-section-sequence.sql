-- Grows with every assignment of pages to sections. A page keeps the number of its last one, so that the search index
-- in memory can follow what changed since.
alter table workspaces add column section_sequence bigint not null default 0;
alter table pages add column section_sequence bigint;
create index pages_section_sequence on pages (workspace_id, section_sequence, id) where section_sequence is not null;
