-- The properties of a page as YAML, with comments and order; null for a page without.
alter table pages add column properties_source text;
alter table page_versions add column properties_source text;

-- The values of the properties, to find pages by them. item is the index in a list, 0 for a single value. text is the
-- folded start of the value, or an ID or a date; value is the complete text where it differs. number holds numbers,
-- days since 1970 of dates, and 0 or 1 of checkboxes.
create table page_properties (
  workspace_id text not null,
  page_id text not null,
  position integer not null,
  item integer not null,
  key text not null,
  type text not null,
  text text not null,
  value text,
  number real,
  primary key (workspace_id, page_id, position, item),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
) strict, without rowid;

create index page_properties_text on page_properties (workspace_id, key, text);
create index page_properties_number on page_properties (workspace_id, key, number);

-- The properties that the pages of a section, or with a tag, have. subject is the ID of the section, the ID of the
-- workspace for pages outside of sections, or the folded tag. definitions is a JSON list.
create table property_schemas (
  workspace_id text not null references workspaces (id),
  kind text not null,
  subject text not null,
  definitions text not null,
  updated_at integer not null,
  updated_by text not null references users (id),
  primary key (workspace_id, kind, subject)
) strict, without rowid;

create index property_schemas_updated_by on property_schemas (updated_by);
