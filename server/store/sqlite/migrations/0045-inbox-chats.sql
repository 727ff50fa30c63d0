-- Messages about an inbox from a chat bot. chat_connection_id: the bot; null without messages. chat_due_at: before it, no
-- message is sent.
alter table inbox_settings add column chat_connection_id text;
alter table inbox_settings add column unsent_kinds text not null default '  ';
alter table inbox_settings add column chat_due_at integer;

create index inbox_settings_chat_due on inbox_settings (chat_due_at) where chat_due_at is not null;

-- sent_at: when a chat message contained the entry, or left it out for good.
alter table inbox_entries add column sent_at integer;

create index inbox_entries_unsent on inbox_entries (workspace_id, user_id, kind)
  where read_at is null and sent_at is null;
