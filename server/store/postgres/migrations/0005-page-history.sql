-- What a page was. The newest row of a page is the page as it is, and holds no document; neither does one
-- whose body is that of the next version. The others hold theirs compressed (zstd).
-- version is the page's after the change; via is null where it is not known.
create table page_versions (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  version bigint not null,
  title text collate "C" not null,
  icon text collate "C",
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  via text collate "C",
  document bytea,
  primary key (workspace_id, page_id, version),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create table favourites (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null references users (id),
  page_id text collate "C" not null,
  created_at bigint not null,
  primary key (workspace_id, user_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create index favourites_page on favourites (workspace_id, page_id);

create table page_visits (
  workspace_id text collate "C" not null,
  user_id text collate "C" not null references users (id),
  page_id text collate "C" not null,
  visited_at bigint not null,
  primary key (workspace_id, user_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
);

create index page_visits_page on page_visits (workspace_id, page_id);

create index pages_deleted on pages (workspace_id, deleted_at, id) where deleted_at is not null;
create index pages_deleted_with on pages (workspace_id, deleted_with) where deleted_with is not null;

-- Packed already.
alter table page_versions alter column document set storage external;
