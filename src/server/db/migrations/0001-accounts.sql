-- Accounts, their sessions, and the keys that access tokens are signed with.
-- Instants come from the application's clock, in whole milliseconds, never from the database's.

create table users (
  id uuid primary key,
  identity_id uuid not null,
  email text not null,
  -- argon2id, or a bcrypt, argon2i or argon2id hash out of an export; null: no password signs in.
  password_hash text,
  -- The password is a key this server generated: it may be typed with spaces, capitals or without dashes.
  password_is_key boolean not null default false,
  -- The trader's ID at the broker; never part of a token.
  trader_id text,
  -- May use /admin; only `pipcast user admin` sets it.
  is_admin boolean not null default false,
  app_metadata jsonb not null,
  user_metadata jsonb not null,
  email_confirmed_at timestamptz,
  recovery_requested_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_unique unique (email),
  constraint users_trader_id_unique unique (trader_id),
  constraint users_email_lower_case check (email = lower(email) and length(email) between 3 and 255),
  constraint users_metadata_objects
    check (jsonb_typeof(app_metadata) = 'object' and jsonb_typeof(user_metadata) = 'object'),
  -- 'infinity' has no JSON form.
  constraint users_instants_finite check (
    isfinite(created_at) and isfinite(updated_at)
    and isfinite(coalesce(banned_until, created_at)) and isfinite(coalesce(last_sign_in_at, created_at))
    and isfinite(coalesce(email_confirmed_at, created_at))
    and isfinite(coalesce(recovery_requested_at, created_at))
  )
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  refreshed_at timestamptz,
  used_at timestamptz not null generated always as (coalesce(refreshed_at, created_at)) stored,
  user_agent text,
  ip inet,
  -- Half of what a refresh token is derived from; the other half, the server's secret, is not in the database.
  refresh_key bytea not null check (length(refresh_key) = 32),
  refresh_counter integer not null default 0 check (refresh_counter >= 0),
  -- The highest counter whose access token was used. Equal to refresh_counter: the client has the newest tokens.
  used_counter integer not null default 0,
  -- When a code of the account's second factor was last given in this session.
  confirmed_at timestamptz
);

create index sessions_by_user on sessions (user_id, used_at);
create index sessions_by_age on sessions (created_at);

-- Every node ends the session's streams, whatever ended it: a sign-out, the operator, the removal of its account.
create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('pipcast', 'session-end ' || old.id);
  return null;
end
$$;
create trigger sessions_tell_their_end after delete on sessions for each row execute function tell_session_end();

-- Of admins; only `pipcast user second-factor` makes one.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Which server secret the secret of the authenticator app is sealed with.
  secret_id text not null,
  sealed_secret bytea not null,
  -- SHA-256 of each recovery code that was not used yet.
  recovery_hashes bytea[] not null,
  -- The newest time step whose code was taken: a code counts once.
  used_step bigint not null default 0,
  -- Wrong codes since `wrong_since`, when the first of them was given.
  wrong_codes integer not null default 0,
  wrong_since timestamptz,
  created_at timestamptz not null
);

create table signing_keys (
  kid text primary key,
  -- Which server secret the private half is sealed with: one key for each secret.
  secret_id text not null unique,
  sealed_private_key bytea not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

-- Who did what: sign-ins, refusals, sign-outs, password changes and what operators did, by command or at /admin. No row holds a secret, or an address
-- that was typed in.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- sign_in, sign_up, refresh, sign_out, password_change, second_factor; or a command, such as "user add".
  what text not null,
  -- ok, or the code of the refusal.
  result text not null,
  -- Not a reference: an event outlives its account.
  account uuid,
  -- The operating system's user who ran a command; null: a request over the network.
  operator text,
  -- The account of the admin who did it at /admin. Not a reference either.
  admin uuid,
  ip inet
);

create index security_events_by_time on security_events (at);
create index security_events_by_account on security_events (account, id);
-- From where an account signed in before.
create index security_events_signed_in on security_events (account) where what = 'sign_in' and result = 'ok';
-- For the limit on how many of them are kept.
create index security_events_refused on security_events (id) where what = 'sign_in' and result <> 'ok';
