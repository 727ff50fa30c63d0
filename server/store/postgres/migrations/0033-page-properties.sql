-- The properties of a page as YAML, with comments and order; null for a page without.
alter table pages add column properties_source text collate "C";
alter table page_versions add column properties_source text collate "C";

-- The values of the properties, to find pages by them. item is the index in a list, 0 for a single value. text is the
-- folded start of the value, or an ID or a date; value is the complete text where it differs. number holds numbers,
-- days since 1970 of dates, and 0 or 1 of checkboxes.
create table page_properties (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  position bigint not null,
  item bigint not null,
  key text collate "C" not null,
  type text collate "C" not null,
  text text collate "C" not null,
  value text collate "C",
  number double precision,
  primary key (workspace_id, page_id, position, item),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create index page_properties_text on page_properties (workspace_id, key, text);
create index page_properties_number on page_properties (workspace_id, key, number);

-- The properties that the pages of a section, or with a tag, have. subject is the ID of the section, the ID of the
-- workspace for pages outside of sections, or the folded tag. definitions is a JSON list.
create table property_schemas (
  workspace_id text collate "C" not null references workspaces (id),
  kind text collate "C" not null,
  subject text collate "C" not null,
  definitions text collate "C" not null,
  updated_at bigint not null,
  updated_by text collate "C" not null references users (id),
  primary key (workspace_id, kind, subject)
);

create index property_schemas_updated_by on property_schemas (updated_by);
