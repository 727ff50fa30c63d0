-- The links from pages to pages, made from their documents. origin is empty for a path of this server. block is the
-- number of the top-level block; link_from and link_to are the place of the link in the sentence around it.
create table page_links (
  workspace_id text not null,
  page_id text not null,
  position integer not null,
  kind text not null,
  target_id text not null,
  origin text not null,
  anchor text,
  label text not null,
  block integer not null,
  sentence text not null,
  link_from integer not null,
  link_to integer not null,
  primary key (workspace_id, page_id, position),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
) strict, without rowid;

create index page_links_target on page_links (workspace_id, target_id, page_id, position);

-- The tags of pages: tag is folded for comparing, name as it was first written, source 'text' or 'property'.
create table page_tags (
  workspace_id text not null,
  page_id text not null,
  source text not null,
  tag text not null,
  name text not null,
  primary key (workspace_id, page_id, source, tag),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
) strict, without rowid;

create index page_tags_tag on page_tags (workspace_id, tag, page_id);

-- How far the links of the existing pages of a workspace are indexed: all of them without indexed_to.
create table link_indexes (
  workspace_id text primary key references workspaces (id),
  version integer not null,
  indexed_to text
) strict, without rowid;

-- Changes of many pages that are not complete: the label of links to a renamed page, the name of a tag.
create table link_changes (
  workspace_id text not null references workspaces (id),
  id text not null,
  page_id text,
  old_text text not null,
  new_text text not null,
  author_id text not null,
  via text not null,
  key_id text,
  done_to text not null,
  created_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;

-- The titles that links may still have for a page that was renamed.
create table former_titles (
  workspace_id text not null,
  page_id text not null,
  title text not null,
  primary key (workspace_id, page_id, title),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
) strict, without rowid;

-- The anchors that links to the page can have, between spaces. Null until they are indexed.
alter table page_contents add column anchors text;
