-- How people sign in. Of every random secret only its SHA-256 is kept; what must be read again is sealed.

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  hash text not null unique,
  user_agent text not null,
  created_at integer not null,
  last_used_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- What is good for one use and a short time: codes of setup, links that reset a password, challenges.
create table tickets (
  hash text primary key,
  kind text not null,
  user_id text references users (id),
  data text not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index tickets_kind on tickets (kind, user_id);
create index tickets_expiry on tickets (expires_at);

create table invitations (
  workspace_id text not null references workspaces (id),
  id text not null,
  hash text not null unique,
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  email text,
  created_at integer not null,
  created_by text not null references users (id),
  expires_at integer not null,
  primary key (workspace_id, id)
) strict, without rowid;

create index invitations_email on invitations (email);

-- last_step is the time step of the code used last: none is taken twice.
create table totp_secrets (
  user_id text primary key references users (id),
  secret text not null,
  last_step integer not null,
  created_at integer not null
) strict, without rowid;

create table recovery_codes (
  user_id text not null references users (id),
  hash text not null,
  primary key (user_id, hash)
) strict, without rowid;

create table passkeys (
  id text primary key,
  user_id text not null references users (id),
  name text not null,
  public_key text not null,
  counter integer not null,
  transports text not null,
  created_at integer not null,
  last_used_at integer
) strict, without rowid;

create index passkeys_user on passkeys (user_id);

-- Who a person is to a provider of OpenID Connect.
create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users (id),
  created_at integer not null,
  primary key (issuer, subject)
) strict, without rowid;

create index identities_user on identities (user_id);
