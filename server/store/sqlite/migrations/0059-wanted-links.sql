-- The wikilinks of pages to pages that did not exist when they were written: name is the title or path in the link,
-- title the last part of it. The others say who wrote it, and how.
create table wanted_links (
  workspace_id text not null,
  page_id text not null,
  name text not null,
  title text not null,
  author_id text not null,
  via text not null,
  key_id text,
  run_id text,
  primary key (workspace_id, page_id, name),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
) strict, without rowid;

create index wanted_links_title on wanted_links (workspace_id, title, page_id);

-- Wanted titles that a page has got, until the links to it are made: those of the pages up to done_to are.
create table found_titles (
  workspace_id text not null references workspaces (id),
  title text not null,
  done_to text not null,
  primary key (workspace_id, title)
) strict, without rowid;
