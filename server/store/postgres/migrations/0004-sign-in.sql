-- How people sign in. Of every random secret only its SHA-256 is kept; what must be read again is sealed.

create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  hash text collate "C" not null unique,
  user_agent text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null
);

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- What is good for one use and a short time: codes of setup, links that reset a password, challenges.
create table tickets (
  hash text collate "C" primary key,
  kind text collate "C" not null,
  user_id text collate "C" references users (id),
  data text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null
);

create index tickets_kind on tickets (kind, user_id);
create index tickets_expiry on tickets (expires_at);

create table invitations (
  workspace_id text collate "C" not null references workspaces (id),
  id text collate "C" not null,
  hash text collate "C" not null unique,
  role text collate "C" not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  email text collate "C",
  created_at bigint not null,
  created_by text collate "C" not null references users (id),
  expires_at bigint not null,
  primary key (workspace_id, id)
);

create index invitations_email on invitations (email);

-- last_step is the time step of the code used last: none is taken twice.
create table totp_secrets (
  user_id text collate "C" primary key references users (id),
  secret text collate "C" not null,
  last_step bigint not null,
  created_at bigint not null
);

create table recovery_codes (
  user_id text collate "C" not null references users (id),
  hash text collate "C" not null,
  primary key (user_id, hash)
);

create table passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  name text collate "C" not null,
  public_key text collate "C" not null,
  counter bigint not null,
  transports text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint
);

create index passkeys_user on passkeys (user_id);

-- Who a person is to a provider of OpenID Connect.
create table identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null references users (id),
  created_at bigint not null,
  primary key (issuer, subject)
);

create index identities_user on identities (user_id);
