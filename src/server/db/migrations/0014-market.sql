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

-- What the market of the server that has the desk says, once a second: every server reads it, the next one takes it up. It holds the quotes of
-- the last day, which is what the engine calls usual.
create table market_beats (
  id bigint generated always as identity primary key,
  -- The name of the ledger that its signals are recorded in.
  ledger text not null,
  at timestamptz not null default clock_timestamp(),
  -- On the market's clock, which runs so many seconds in a second of the wall's.
  now_ms bigint not null,
  speed real not null,
  -- How the feeds are.
  report json not null,
  -- The quotes since the beat before, as tick-bytes.ts has them.
  ticks bytea not null,
  -- False where the terms of their source do not let us keep them: they are deleted within minutes.
  may_be_kept boolean not null,
  -- Quotes of before mean nothing any more: the clock was set, or the run is new.
  starts_over boolean not null
);
create index market_beats_time on market_beats (ledger, now_ms);
