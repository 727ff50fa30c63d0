-- A published section: its page and everything below it that the site may read. A site is a principal of its own. An
-- unpublished one keeps its row, so that no other workspace gets its slug.
create table sites (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  slug text collate "C" not null,
  page_id text collate "C" not null,
  title text collate "C" not null,
  description text collate "C" not null,
  language text collate "C" not null,
  is_indexed integer not null check (is_indexed in (0, 1)),
  published_at bigint not null,
  published_by text collate "C" not null references users (id),
  updated_at bigint not null,
  unpublished_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

create unique index sites_slug on sites (slug);
create unique index sites_page on sites (workspace_id, page_id);
