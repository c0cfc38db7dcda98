-- What traders tried in the Lab, on each of some prices.
create table lab_tries (
  user_id uuid not null references users (id) on delete cascade,
  -- Their edition.
  prices text not null,
  tries json not null,
  primary key (user_id, prices)
);
