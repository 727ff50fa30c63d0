-- A push of texts and files that is not published yet. push_digest: the digest of the draft with it; null without one.
-- push_by, push_via: who may publish that draft as it is; null if someone must publish it by hand.
alter table skill_states add column push_digest text;
alter table skill_states add column push_by text;
alter table skill_states add column push_via text;

-- The skills with an attached file.
create index skill_files_file on skill_files (workspace_id, file_id) where file_id is not null;
