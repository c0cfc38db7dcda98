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

-- What each of them says of itself, for the screen of operators. A crash of the database may forget it: it is said every five seconds.
create unlogged table node_reports (
  node uuid primary key references nodes on delete cascade,
  report json not null,
  -- How many market streams each account has open there.
  streams jsonb not null
);
