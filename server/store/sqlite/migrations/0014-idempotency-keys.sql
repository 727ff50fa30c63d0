-- Requests that carried an Idempotency-Key, with their answers, for a day. holder and leased_until are of a request
-- that still runs, answer is of one that is done. request_hash is SHA-256 of the input, key_hash of the key.
create table idempotency_keys (
  user_id text not null,
  operation text not null,
  key_hash text not null,
  request_hash text not null,
  holder text,
  leased_until integer,
  answer text,
  bytes integer not null,
  created_at integer not null,
  primary key (user_id, operation, key_hash)
) strict, without rowid;

create index idempotency_keys_age on idempotency_keys (user_id, created_at, bytes);
