-- The audit log: who did what to accounts, rights and settings, and from where. It is only ever added to.
-- actor_id is null for the operator's commands and for who is not known; subject is the id or address of
-- what was acted on, details is JSON. Rows outlive what they name, so they refer to no other table.
create table audit_entries (
  id text primary key,
  created_at integer not null,
  workspace_id text,
  actor_id text,
  key_id text,
  via text not null,
  action text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  subject text,
  address text,
  user_agent text,
  details text not null
) strict, without rowid;

create index audit_entries_workspace on audit_entries (workspace_id, id);

create trigger audit_entries_update before update on audit_entries begin
  select raise(abort, 'the audit log is only ever added to');
end;

create trigger audit_entries_delete before delete on audit_entries begin
  select raise(abort, 'the audit log is only ever added to');
end;

-- While it names nobody who is still here, the person who came first is the administrator.
create table server_administrators (
  user_id text primary key references users (id),
  created_at integer not null
) strict, without rowid;

-- What an administrator has set; value is JSON. A setting without a row has its default.
create table server_settings (
  name text primary key,
  value text not null,
  updated_at integer not null
) strict, without rowid;

-- A workspace that is being removed, piece by piece. Nobody is a member of it any more.
alter table workspaces add column removed_at integer;
