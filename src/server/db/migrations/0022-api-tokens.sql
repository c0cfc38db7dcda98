-- Tokens of traders for their own programs. Each reads market signals and the record, and nothing else.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- SHA-256: the token itself is shown once, and stored nowhere.
  hash bytea not null unique,
  created_at timestamptz not null,
  -- To an hour.
  used_at timestamptz
);

create index api_tokens_by_user on api_tokens (user_id);
