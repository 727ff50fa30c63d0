-- A skill link serves published skills to whoever has its token, which is not stored. page_id: the only skill; null for
-- all that the person who created it can read. A revoked link is deleted.
create table skill_links (
  workspace_id text not null references workspaces (id),
  id text not null,
  page_id text,
  token_hash text not null,
  created_at integer not null,
  created_by text not null references users (id),
  expires_at integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
) strict, without rowid;

create unique index skill_links_token on skill_links (token_hash);
create index skill_links_page on skill_links (workspace_id, page_id);
create index skill_links_created_by on skill_links (created_by);
