-- 1 gives everyone in the workspace the level of their role in the section, also if it does not inherit.
alter table sections add column opens_by_role integer not null default 0;
