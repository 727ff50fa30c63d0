-- What is known of the draft of each skill and agent. is_due: something that belongs to it has changed since it was last
-- compared. is_changed: it differs from the newest version. revision grows with each change, so that none is lost while
-- the draft is compared.
create table skill_states (
  workspace_id text not null,
  page_id text not null,
  revision integer not null,
  is_due integer not null,
  is_changed integer not null,
  primary key (workspace_id, page_id),
  foreign key (workspace_id, page_id) references pages (workspace_id, id)
) strict, without rowid;

create index skill_states_due on skill_states (workspace_id, page_id) where is_due = 1;

insert into skill_states (workspace_id, page_id, revision, is_due, is_changed)
select workspace_id, id, 1, 1, 0 from pages where ownership in ('SKILL', 'AGENT');
