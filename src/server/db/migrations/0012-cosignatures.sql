-- What witnesses said of checkpoints (C2SP tlog-cosignature). One who saw the same checkpoint again has a later time.
create table ledger_cosignatures (
  ledger integer not null,
  size bigint not null,
  -- The witness's key as policies write it.
  witness text not null,
  -- Seconds since 1970 on the witness's clock, which are signed too.
  time_s bigint not null check (time_s > 0),
  -- The signature line, with its newline.
  line text not null,
  primary key (ledger, size, witness, time_s),
  foreign key (ledger, size) references ledger_checkpoints (ledger, size)
);

create trigger ledger_cosignatures_only_grow before update or delete or truncate on ledger_cosignatures
  for each statement execute function refuse_ledger_change();
