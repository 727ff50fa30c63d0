-- A published section: its page and everything below it that the site may read. A site is a principal of its own. An
-- unpublished one keeps its row, so that no other workspace gets its slug.
create table sites (
  workspace_id text not null,
  id text not null,
  slug text not null,
  page_id text not null,
  title text not null,
  description text not null,
  language text not null,
  is_indexed integer not null check (is_indexed in (0, 1)),
  published_at integer not null,
  published_by text not null references users (id),
  updated_at integer not null,
  unpublished_at integer,
  primary key (workspace_id, id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
) strict, without rowid;

create unique index sites_slug on sites (slug);
create unique index sites_page on sites (workspace_id, page_id);
