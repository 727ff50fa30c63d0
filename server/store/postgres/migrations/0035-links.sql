-- The links from pages to pages, made from their documents. origin is empty for a path of this server. block is the
-- number of the top-level block; link_from and link_to are the place of the link in the sentence around it.
create table page_links (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  position bigint not null,
  kind text collate "C" not null,
  target_id text collate "C" not null,
  origin text collate "C" not null,
  anchor text collate "C",
  label text collate "C" not null,
  block bigint not null,
  sentence text collate "C" not null,
  link_from bigint not null,
  link_to bigint not null,
  primary key (workspace_id, page_id, position),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

create index page_links_target on page_links (workspace_id, target_id, page_id, position);

-- The tags of pages: tag is folded for comparing, name as it was first written, source 'text' or 'property'.
create table page_tags (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  source text collate "C" not null,
  tag text collate "C" not null,
  name text collate "C" not null,
  primary key (workspace_id, page_id, source, tag),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

create index page_tags_tag on page_tags (workspace_id, tag, page_id);

-- How far the links of the existing pages of a workspace are indexed: all of them without indexed_to.
create table link_indexes (
  workspace_id text collate "C" primary key references workspaces (id),
  version bigint not null,
  indexed_to text collate "C"
);

-- Changes of many pages that are not complete: the label of links to a renamed page, the name of a tag.
create table link_changes (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  page_id text collate "C",
  old_text text collate "C" not null,
  new_text text collate "C" not null,
  author_id text collate "C" not null,
  via text collate "C" not null,
  key_id text collate "C",
  done_to text collate "C" not null,
  created_at bigint not null,
  primary key (workspace_id, id)
);

-- The titles that links may still have for a page that was renamed.
create table former_titles (
  workspace_id text collate "C" not null,
  page_id text collate "C" not null,
  title text collate "C" not null,
  primary key (workspace_id, page_id, title),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

-- The anchors that links to the page can have, between spaces. Null until they are indexed.
alter table page_contents add column anchors text collate "C";
