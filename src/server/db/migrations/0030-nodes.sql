-- Expands: servers that do not know it go on working.
-- The servers that run on this database, by its clock.
create table nodes (
  id uuid primary key,
  -- Computer and port, for people.
  name text not null,
  version text not null,
  -- The newest migration that it knows.
  schema text not null,
  -- Names its secret without telling it.
  secret_id text not null,
  -- How many connections to the database it opens at most.
  connections integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  is_draining boolean not null
);
