-- When the last part of a revert ended. Null before, and once what it undid has changes again.
alter table run_reverts add column completed_at bigint;

create index run_reverts_run on run_reverts (workspace_id, run_id);
