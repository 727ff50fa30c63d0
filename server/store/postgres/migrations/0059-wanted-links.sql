-- The wikilinks of pages to pages that did not exist when they were written: name is the title or path in the link,
-- title the last part of it. The others say who wrote it, and how.
create table wanted_links (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  name text collate "C" not null,
  title text collate "C" not null,
  author_id text collate "C" not null,
  via text collate "C" not null,
  key_id text collate "C",
  run_id text collate "C",
  primary key (workspace_id, page_id, name),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

create index wanted_links_title on wanted_links (workspace_id, title, page_id);

-- Wanted titles that a page has got, until the links to it are made: those of the pages up to done_to are.
create table found_titles (
  workspace_id text collate "C" not null references workspaces (id),
  title text collate "C" not null,
  done_to text collate "C" not null,
  primary key (workspace_id, title)
);
