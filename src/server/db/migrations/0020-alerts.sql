-- What the ledger tells of, in the order in which it is told, and who is told.
-- Instants of events are whole milliseconds since 1970 on the desk's clock.

-- Up to where each ledger was looked through.
create table alert_places (
  ledger integer primary key references ledgers (id),
  next_index bigint not null check (next_index >= 0)
);

create table alert_events (
  -- The order of telling. One server at a time adds rows, in the transaction that moves the place.
  id bigint generated always as identity primary key,
  ledger integer not null references ledgers (id),
  -- The entry that shows it; what it says is read there.
  index bigint not null check (index >= 0),
  type text not null,
  at_ms bigint not null,
  -- What the entry does not say.
  data jsonb not null,
  unique (ledger, index, type)
);

-- Of each kind the last one says how things stand.
create index alert_events_by_type on alert_events (ledger, type, id);

create table webhooks (
  id integer generated always as identity primary key,
  url text not null,
  -- Which server secret its own secret is sealed with.
  secret_id text not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- The last event that was handed over or given up.
  place bigint not null,
  -- Tries of the event after it that failed, and when the next try is due.
  failures integer not null default 0,
  retry_at timestamptz not null default '-infinity',
  -- Why the last try failed; null after one that did not.
  problem text,
  delivered_at timestamptz,
  -- The receiver answered 410: nothing is sent until a replay.
  is_gone boolean not null default false
);

-- What was given up.
create table webhook_dead_letters (
  webhook integer not null references webhooks (id) on delete cascade,
  event bigint not null references alert_events (id),
  failed_at timestamptz not null,
  problem text not null,
  primary key (webhook, event)
);
