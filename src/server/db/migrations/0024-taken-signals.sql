-- Market signals that traders say they took.
create table taken_signals (
  user_id uuid not null references users (id) on delete cascade,
  ledger integer not null references ledgers (id),
  -- Where the signal stands.
  index bigint not null,
  -- From the signal's start until its trader said so, on the desk's clock.
  delay_ms integer not null check (delay_ms >= 0),
  taken_at timestamptz not null,
  primary key (user_id, ledger, index)
);
