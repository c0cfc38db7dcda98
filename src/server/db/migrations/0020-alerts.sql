-- What happens in the ledger, in order, and who gets it.
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
  -- Its secret; while that is changed, a space and the one before.
  sealed_secret bytea not null,
  old_secret_until timestamptz not null default '-infinity',
  -- The events it gets; null: all.
  types text[],
  is_paused boolean not null default false,
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

-- What was not taken while it was next, and is tried again beside the others for a day.
create table webhook_dead_letters (
  webhook integer not null references webhooks (id) on delete cascade,
  event bigint not null references alert_events (id),
  failed_at timestamptz not null,
  tries integer not null default 0,
  -- Null: it was given up.
  retry_at timestamptz,
  problem text not null,
  primary key (webhook, event)
);

-- The key that push services know the servers of one secret by.
create table push_keys (
  secret_id text primary key,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);

-- Which alerts each trader wants, and when (src/core/alerts/alert-rules.ts).
create table alert_rules (
  user_id uuid primary key references users (id) on delete cascade,
  rules jsonb not null
);

-- Browsers that take pushes. One ends with the session that it was made in.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  session uuid not null references sessions (id) on delete cascade,
  -- The key that it was made for: another one is refused.
  secret_id text not null references push_keys (secret_id),
  endpoint text not null unique,
  -- The SHA-256 of the endpoint, base64url: what others may know of it.
  name text not null,
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  created_at timestamptz not null,
  -- When its session asked for something last, to some seconds.
  used_at timestamptz not null,
  -- Until then its service asks to be left alone.
  retry_at timestamptz not null default '-infinity'
);

create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session);

-- The last event that was sent to traders.
create table push_place (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  event bigint not null
);

-- What each trader was sent, and what was held back and why. A row is there before its push is sent: whatever happens then, there is no second one.
create table alert_log (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The ledger, the entry and the type; or the session that ends.
  key text not null,
  at timestamptz not null,
  -- What it says (src/core/alerts/alert-facts.ts).
  facts jsonb not null,
  -- unknown until the push service has answered, then sent or failed; or why it was held back.
  result text not null,
  unique (user_id, key)
);

create index alert_log_by_time on alert_log (at);
create index alert_log_by_user on alert_log (user_id, at);
