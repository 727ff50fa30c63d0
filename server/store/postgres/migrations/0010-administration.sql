-- The audit log: who did what to accounts, rights and settings, and from where. It is only ever added to.
-- actor_id is null for the operator's commands and for who is not known; subject is the id or address of
-- what was acted on, details is JSON. Rows outlive what they name, so they refer to no other table.
create table audit_entries (
  id text collate "C" primary key,
  created_at bigint not null,
  workspace_id text collate "C",
  actor_id text collate "C",
  key_id text collate "C",
  via text collate "C" not null,
  action text collate "C" not null,
  outcome text collate "C" not null check (outcome in ('done', 'refused')),
  subject text collate "C",
  address text collate "C",
  user_agent text collate "C",
  details text collate "C" not null
);

create index audit_entries_workspace on audit_entries (workspace_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$ begin
  raise exception 'the audit log is only ever added to';
end $$;

create trigger audit_entries_update before update on audit_entries execute function refuse_audit_change();

create trigger audit_entries_delete before delete on audit_entries execute function refuse_audit_change();

create trigger audit_entries_truncate before truncate on audit_entries execute function refuse_audit_change();

-- While it names nobody who is still here, the person who came first is the administrator.
create table server_administrators (
  user_id text collate "C" primary key references users (id),
  created_at bigint not null
);

-- What an administrator has set; value is JSON. A setting without a row has its default.
create table server_settings (
  name text collate "C" primary key,
  value text collate "C" not null,
  updated_at bigint not null
);

-- A workspace that is being removed, piece by piece. Nobody is a member of it any more.
alter table workspaces add column removed_at bigint;
