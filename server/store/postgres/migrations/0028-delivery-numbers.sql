-- What the endpoint receives as the number of the event; null stands for the sequence number of the workspace.
alter table webhook_deliveries add column number bigint;
