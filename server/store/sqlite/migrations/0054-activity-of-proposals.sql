-- The events of a proposal: their data starts with its ID.
create index events_proposal on events (workspace_id, cast(substr(data, 16, 36) as text), sequence)
  where type >= 'proposal.' and type < 'proposal/';
