-- send_at: when a chat message about the entry is due; null for none. The version before reads sent_at instead.
alter table inbox_entries add column send_at bigint;

create index inbox_entries_send_at on inbox_entries (send_at) where send_at is not null;

-- chat_pending: the message that is being sent, or is sent again, as JSON; null for none. chat_error: why the last message
-- was not delivered.
alter table inbox_settings add column chat_pending text collate "C";
alter table inbox_settings add column chat_error text collate "C";
alter table inbox_settings add column chat_error_at bigint;
