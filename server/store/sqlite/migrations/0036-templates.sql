-- Pages that others are created from. scope is the ID of the page below which a template is offered, or the ID of the
-- workspace.
create table page_templates (
  workspace_id text not null,
  page_id text not null,
  scope text not null,
  created_at integer not null,
  created_by text not null references users (id),
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
) strict, without rowid;

create index page_templates_scope on page_templates (workspace_id, scope);
create index page_templates_created_by on page_templates (created_by);

-- The template that the app uses for new pages below a page, or in the workspace.
create table template_defaults (
  workspace_id text not null references workspaces (id),
  scope text not null,
  template_id text not null,
  updated_at integer not null,
  updated_by text not null references users (id),
  primary key (workspace_id, scope)
) strict, without rowid;

create index template_defaults_updated_by on template_defaults (updated_by);

-- Where the daily pages of a section or workspace are created, and how. parent_id is null for the scope itself.
create table daily_settings (
  workspace_id text not null references workspaces (id),
  scope text not null,
  parent_id text,
  title text not null,
  template_id text,
  updated_at integer not null,
  updated_by text not null references users (id),
  primary key (workspace_id, scope)
) strict, without rowid;

create index daily_settings_updated_by on daily_settings (updated_by);

-- The daily pages. date is an ISO date.
create table daily_pages (
  workspace_id text not null,
  scope text not null,
  date text not null,
  page_id text not null,
  primary key (workspace_id, scope, date),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
) strict, without rowid;

create index daily_pages_page on daily_pages (workspace_id, page_id);
