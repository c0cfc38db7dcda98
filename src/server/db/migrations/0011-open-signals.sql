-- How many of the signals that a checkpoint covers have no settlement. Whoever takes a ledger up looks for that many from its
-- end, instead of holding every signal there ever was against every settlement. Only the last checkpoint of a ledger is asked,
-- so of those that were there before this column only the last one of each ledger is counted.
alter table ledger_checkpoints add column open_signals integer check (open_signals >= 0);

alter table ledger_checkpoints disable trigger ledger_checkpoints_only_grow;
update ledger_checkpoints c set open_signals = (
  select count(*) from ledger_entries s where s.ledger = c.ledger and s.kind = 'signal' and not exists (
    select from ledger_entries d where d.ledger = s.ledger and d.kind = 'settled' and d.signal = s.signal)
)
where c.size = (select max(size) from ledger_checkpoints l where l.ledger = c.ledger);
alter table ledger_checkpoints enable trigger ledger_checkpoints_only_grow;
