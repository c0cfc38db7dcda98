-- What the servers of one database tell each other about the market. All of it is of the last minutes or hours: nothing here belongs to a ledger.

-- P-BOT requests. Whichever server has the desk decides them at their instant; the append that records a decision ends its requests.
create table signal_requests (
  id bigint generated always as identity primary key,
  -- The name of the ledger in which it is decided.
  ledger text not null,
  user_id text not null,
  -- Made by the page: the same key is the same request.
  key text not null,
  pair text not null,
  timeframe text not null,
  -- On the market's clock.
  decides_ms bigint not null,
  asked_at timestamptz not null default clock_timestamp(),
  is_taken_back boolean not null default false,
  -- The place of the entry that decided it; null while it waits.
  decision bigint
);
create unique index signal_requests_key on signal_requests (user_id, key) where not is_taken_back;
create index signal_requests_user on signal_requests (user_id, asked_at);
create index signal_requests_waiting on signal_requests (ledger, decides_ms) where decision is null and not is_taken_back;
create index signal_requests_age on signal_requests (asked_at);
