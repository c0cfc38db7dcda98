-- Ledgers: what the desk said and how it ended. Rows are only ever added; an altered row is found by
-- `pipcast verify`, because every entry is a leaf of a Merkle tree whose root is signed.
-- Instants are whole milliseconds since 1970 on the desk's clock.

create table ledgers (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  -- What the prices were when they were not live, for people; null for live ones.
  label text,
  -- Names the log in its checkpoints, for good: the host it was made under, and its path.
  origin text not null,
  created_at timestamptz not null
);

create table ledger_keys (
  ledger integer not null references ledgers (id),
  -- Which server secret the private half is sealed with: one key for each secret.
  secret_id text not null,
  -- The Ed25519 key, 32 bytes.
  public_key bytea not null check (length(public_key) = 32),
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  primary key (ledger, secret_id)
);

create table ledger_entries (
  ledger integer not null references ledgers (id),
  index bigint not null check (index >= 0),
  -- The bytes that were hashed into the tree. All that is said about a ledger is computed from them.
  body bytea not null check (length(body) between 2 and 65535),
  -- An index: what an entry is found by and what must not come twice. Each start and each verification holds it against the bytes.
  kind text not null,
  -- The signal that an entry is, or is about.
  signal uuid,
  -- Of signals.
  mode text,
  pair text,
  timeframe text,
  decided_ms bigint,
  primary key (ledger, index),
  unique (ledger, kind, signal)
);

-- One P-Special signal at a decision, and one P-BOT signal for a pair and timeframe at a decision.
create unique index ledger_entries_special on ledger_entries (ledger, decided_ms)
  where kind = 'signal' and mode = 'special';
create unique index ledger_entries_bot on ledger_entries (ledger, pair, timeframe, decided_ms)
  where kind = 'signal' and mode = 'bot';

-- Full tiles of the tree (C2SP tlog-tiles); what is right of them is computed from the entries.
create table ledger_tiles (
  ledger integer not null references ledgers (id),
  level smallint not null check (level >= 0),
  index bigint not null check (index >= 0),
  -- 256 hashes.
  hashes bytea not null check (length(hashes) = 8192),
  primary key (ledger, level, index)
);

-- Every checkpoint that was ever signed.
create table ledger_checkpoints (
  ledger integer not null references ledgers (id),
  size bigint not null check (size >= 0),
  root bytea not null check (length(root) = 32),
  -- The signed note (C2SP tlog-checkpoint).
  note text not null,
  -- How many of the signals that it covers have no settlement: so many are looked for from the end of the ledger.
  open_signals integer not null check (open_signals >= 0),
  -- In which term of the lease it was written.
  term bigint not null,
  primary key (ledger, size)
);

-- The right to write ledgers, of one server at a time: the one that finds it expired takes it in a new term. Each append renews it, and is
-- refused in a term that is over.
create table desk_lease (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  term bigint not null,
  writer text not null,
  expires_at timestamptz not null
);
insert into desk_lease (term, writer, expires_at) values (0, '', '-infinity');

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is a ledger: rows are only ever added, nothing is changed or removed.', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create trigger ledgers_only_grow before update or delete or truncate on ledgers
  for each statement execute function refuse_ledger_change();
create trigger ledger_keys_only_grow before update or delete or truncate on ledger_keys
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_only_grow before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_tiles_only_grow before update or delete or truncate on ledger_tiles
  for each statement execute function refuse_ledger_change();
create trigger ledger_checkpoints_only_grow before update or delete or truncate on ledger_checkpoints
  for each statement execute function refuse_ledger_change();
