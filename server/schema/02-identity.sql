-- Partners and users. The tables of this file and of the next three, and those of webhooks and the request log,
-- stay on one machine: they are looked up across partners.

-- Named groups of partners: the part <eco> in the paths of their accounts.
create table ecosystems (
  name text not null,
  created_at timestamptz not null,
  constraint ecosystems_pkey primary key (name),
  constraint ecosystems_name_form check (name ~ '^[a-z][a-z0-9-]{1,62}$')
);

create table partners (
  id uuid not null,
  ecosystem text not null,
  name text not null,
  -- That of one of the owners in team_members.
  email text not null,
  boards_public boolean not null default false,
  -- In which the days of the overview, of statements and of results begin.
  time_zone text not null default 'UTC',
  -- What a coin is called, one and many; null for coins.
  coin_name text,
  coins_name text,
  -- The colour of the brand.
  accent text,
  -- An image, its type, and the first half of its SHA-256, which is part of its address.
  logo bytea,
  logo_type text,
  logo_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint partners_pkey primary key (id),
  constraint partners_ecosystem_fkey foreign key (ecosystem) references ecosystems (name),
  constraint partners_coin_name_whole check ((coin_name is null) = (coins_name is null)),
  constraint partners_accent_form check (accent ~ '^#[0-9a-f]{6}$'),
  constraint partners_logo_whole
    check ((logo is null) = (logo_type is null) and (logo is null) = (logo_hash is null)),
  constraint partners_logo_size check (octet_length(logo) <= 204800),
  constraint partners_logo_type_known check (logo_type in ('image/png', 'image/jpeg', 'image/webp'))
);

-- What a coin of a partner is worth in money from a day on, until the day of the next row. It changes no coins.
create table coin_values (
  partner_id uuid not null,
  since date not null,
  -- From this day on, coins have no value; null while there is one.
  until date,
  -- In millionths of the currency's unit.
  amount bigint not null,
  currency text not null,
  updated_at timestamptz not null,
  constraint coin_values_pkey primary key (partner_id, since),
  constraint coin_values_partner_fkey foreign key (partner_id) references partners (id),
  constraint coin_values_amount_positive check (amount > 0),
  constraint coin_values_not_empty check (since < until),
  constraint coin_values_currency_form check (currency ~ '^[A-Z]{3}$')
);

-- The one OAuth application of each partner.
create table applications (
  id uuid not null,
  partner_id uuid not null,
  name text not null,
  -- The confidential client, which authenticates with one of the partner's client secrets.
  client_id text not null,
  -- The public client, for apps that cannot keep a secret.
  public_client_id text not null,
  redirect_url text not null,
  web_redirect_url text,
  mobile_redirect_url text,
  user_details_url text not null,
  -- The web origins of the redirect addresses, from which browsers may read with the tokens of users.
  origins text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint applications_pkey primary key (id),
  constraint applications_partner_id_key unique (partner_id),
  constraint applications_client_id_key unique (client_id),
  constraint applications_public_client_id_key unique (public_client_id),
  constraint applications_partner_fkey foreign key (partner_id) references partners (id)
);

create index applications_origins_idx on applications using gin (origins);

-- The last request to each partner's userDetailsUrl. After several failures or misses in a row no process asks
-- again until retry_at. It holds names of fields and our own sentences, nothing of what a user's record said.
create table user_details_results (
  partner_id uuid not null,
  -- The address that was asked. A new address starts with no failures.
  address text not null,
  asked_at timestamptz not null,
  took_ms integer not null,
  outcome text not null,
  status integer,
  detail text,
  problems jsonb not null,
  -- Lookups in a row that could not be made, and those that brought no usable record.
  failures integer not null,
  misses integer not null,
  retry_at timestamptz,
  constraint user_details_results_pkey primary key (partner_id),
  constraint user_details_results_partner_fkey foreign key (partner_id) references partners (id),
  constraint user_details_results_outcome_known check (outcome in
    ('found', 'not_found', 'user_details_unreachable', 'user_details_invalid', 'user_details_mismatch')),
  constraint user_details_results_failures_natural check (failures >= 0),
  constraint user_details_results_misses_natural check (misses >= 0),
  constraint user_details_results_retry_of_failures check (retry_at is null or failures + misses > 0)
);

create table users (
  id uuid not null,
  tag text not null,
  email text,
  fullname text not null,
  phone text,
  country_code text,
  -- Null until the owner of the mailbox sets one: nobody can sign in to an account that a partner created.
  password_hash text,
  -- The tag of an unverified sign-up with the address of a member, whose account keeps its own tag until the code is
  -- entered in the browser of the sign-up. It counts as taken, as the tag of every other sign-up.
  sign_up_tag text,
  avatar text,
  gender text,
  date_of_birth date,
  is_adult boolean not null default false,
  -- Whether the user chose not to be named on public boards.
  is_hidden boolean not null default false,
  -- Whether a partner created the account.
  from_partner boolean not null default false,
  -- The user whose tag was given as referral code.
  referred_by uuid,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id),
  constraint users_tag_key unique (tag),
  constraint users_referred_by_fkey foreign key (referred_by) references users (id) on delete set null,
  constraint users_tag_form check (tag ~ '^[a-z0-9_.]{3,30}$')
);

create unique index users_email_key on users (lower(email collate "C"));
create index users_sign_up_tag_idx on users (sign_up_tag) where sign_up_tag is not null;
create index users_referred_by_idx on users (referred_by) where referred_by is not null;

-- The partners that a user ever joined. Memberships are stored with their partners, so this says where to
-- look.
create table user_partners (
  user_id uuid not null,
  partner_id uuid not null,
  -- The user id of the membership: the user's own, or that of a membership without an account, which the user
  -- claimed. Rows of the ledger never change their user id.
  member_id uuid not null,
  constraint user_partners_pkey primary key (user_id, partner_id)
);
