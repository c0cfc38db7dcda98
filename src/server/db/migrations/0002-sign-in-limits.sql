-- Token buckets that count for all nodes together. By the database's clock, the only one that they share; a crash of the database may
-- forget them.
create unlogged table token_buckets (
  -- What is counted, and for whom: a network, the digest of an address, or both.
  key text primary key,
  -- When it has all its tokens again. A bucket that is not there is full.
  full_at timestamptz not null
);

-- Takes a token from each of the buckets that has one; from none where a required one is empty. Tells for each how long it was until it
-- had a token, 0 where it had one. Rows are locked in the order of their keys, so that two calls never wait for each other.
create function take_tokens(keys text[], capacities integer[], refills_ms integer[], required boolean[])
returns table (key text, wait_ms double precision) language plpgsql as $$
#variable_conflict use_column
declare
  at timestamptz;
begin
  insert into token_buckets as b (key, full_at) select k, '-infinity' from unnest(keys) as k order by k
    on conflict (key) do update set full_at = b.full_at;
  at := clock_timestamp();
  return query
    with missing as (
      -- However the clock was set, no wait is longer than a full bucket takes.
      select b.key, w.refill_ms, w.is_required, w.capacity * w.refill_ms::double precision as all_ms,
        case when b.full_at <= at then 0
          else least(extract(epoch from b.full_at - at) * 1000, w.capacity * w.refill_ms::double precision) end as ms
      from token_buckets b
      join unnest(keys, capacities, refills_ms, required) as w (key, capacity, refill_ms, is_required) on w.key = b.key
    ), waits as (
      select key, refill_ms, is_required, ms, greatest(ms + refill_ms - all_ms, 0) as wait_ms from missing
    ), taken as (
      update token_buckets b set full_at = at + (w.ms + w.refill_ms) * interval '1 millisecond'
      from waits w
      where b.key = w.key and w.wait_ms = 0 and not exists (select from waits where is_required and wait_ms > 0)
    )
    select key, wait_ms from waits;
end
$$;

-- Puts a token back into each bucket.
create function give_back_tokens(keys text[], refills_ms integer[]) returns void language plpgsql as $$
#variable_conflict use_column
begin
  perform from token_buckets where key = any (keys) order by key for update;
  update token_buckets b set full_at = b.full_at - w.refill_ms * interval '1 millisecond'
    from unnest(keys, refills_ms) as w (key, refill_ms) where b.key = w.key;
end
$$;
