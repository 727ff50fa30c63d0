-- A share link gives a page, and what is below it in the same reach, to whoever has its token. Its ID is the
-- principal of a grant. level: 1 read, 2 comment, 4 write. The token itself is not stored.
create table share_links (
  workspace_id text collate "C" not null,
  id text collate "C" not null,
  page_id text collate "C" not null,
  level integer not null check (level in (1, 2, 4)),
  token_hash text collate "C" not null,
  password_hash text collate "C",
  allows_uploads integer not null check (allows_uploads in (0, 1)),
  expires_at bigint,
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  revoked_at bigint,
  views integer not null,
  last_viewed_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id) on delete cascade
);

create unique index share_links_token on share_links (token_hash);
create index share_links_page on share_links (workspace_id, page_id);

-- Browsers that opened a share link. user_id: the visitor, once they gave a name.
create table visitor_sessions (
  workspace_id text collate "C" not null,
  link_id text collate "C" not null,
  id text collate "C" not null,
  hash text collate "C" not null,
  user_id text collate "C" references users (id),
  created_at bigint not null,
  expires_at bigint not null,
  primary key (workspace_id, link_id, id),
  foreign key (workspace_id, link_id) references share_links (workspace_id, id) on delete cascade
);

create unique index visitor_sessions_hash on visitor_sessions (hash);
