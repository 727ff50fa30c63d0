-- Pages that others are created from. scope is the ID of the page below which a template is offered, or the ID of the
-- workspace.
create table page_templates (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  scope text collate "C" not null,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create index page_templates_scope on page_templates (workspace_id, scope);
create index page_templates_created_by on page_templates (created_by);

-- The template that the app uses for new pages below a page, or in the workspace.
create table template_defaults (
  workspace_id text collate "C" not null references workspaces (id),
  scope text collate "C" not null,
  template_id text collate "C" not null,
  updated_at bigint not null,
  updated_by text collate "C" not null references users (id),
  primary key (workspace_id, scope)
);

create index template_defaults_updated_by on template_defaults (updated_by);

-- Where the daily pages of a section or workspace are created, and how. parent_id is null for the scope itself.
create table daily_settings (
  workspace_id text collate "C" not null references workspaces (id),
  scope text collate "C" not null,
  parent_id text collate "C",
  title text collate "C" not null,
  template_id text collate "C",
  updated_at bigint not null,
  updated_by text collate "C" not null references users (id),
  primary key (workspace_id, scope)
);

create index daily_settings_updated_by on daily_settings (updated_by);

-- The daily pages. date is an ISO date.
create table daily_pages (
  workspace_id text collate "C" not null,
  scope text collate "C" not null,
  date text collate "C" not null,
  page_id text collate "C" not null,
  primary key (workspace_id, scope, date),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create index daily_pages_page on daily_pages (workspace_id, page_id);
