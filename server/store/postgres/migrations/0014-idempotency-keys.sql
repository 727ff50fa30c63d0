-- Requests that carried an Idempotency-Key, with their answers, for a day. holder and leased_until are of a request
-- that still runs, answer is of one that is done. request_hash is SHA-256 of the input, key_hash of the key.
create table idempotency_keys (
  user_id text collate "C" not null,
  operation text collate "C" not null,
  key_hash text collate "C" not null,
  request_hash text collate "C" not null,
  holder text collate "C",
  leased_until bigint,
  answer text collate "C",
  bytes bigint not null,
  created_at bigint not null,
  primary key (user_id, operation, key_hash)
);

create index idempotency_keys_age on idempotency_keys (user_id, created_at, bytes);
