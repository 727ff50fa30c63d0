-- Set while an administrator has disabled the account.
alter table users add column disabled_at integer;

-- How the person signed in; null before this was recorded.
alter table sessions add column method text;

-- A guest is invited to one page, with a level from 1 (read) to 5 (manage).
alter table invitations add column scope text not null default 'workspace';
alter table invitations add column page_id text;
alter table invitations add column level integer;
