-- What happened to a page, what a person did, and what belongs to a run, newest first.
create index events_page on events (workspace_id, page_id, sequence) where page_id is not null;
create index events_actor on events (workspace_id, actor_id, sequence);
create index events_run on events (workspace_id, run_id, sequence) where run_id is not null;
