-- The whole schema as it stands after all migrations, for reading. Written by `npm run generate`; to change it, add a file to migrations/.

create table migrations (
  name text not null,
  applied_at timestamptz not null,
  constraint migrations_pkey primary key (name)
);

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
  email text not null,
  boards_public boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint partners_pkey primary key (id),
  constraint partners_ecosystem_fkey foreign key (ecosystem) references ecosystems(name)
);
create unique index partners_email_key on partners (lower(email));

create table applications (
  id uuid not null,
  partner_id uuid not null,
  name text not null,
  client_id text not null,
  redirect_url text not null,
  web_redirect_url text,
  mobile_redirect_url text,
  user_details_url text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint applications_pkey primary key (id),
  constraint applications_partner_id_key unique (partner_id),
  constraint applications_client_id_key unique (client_id),
  constraint applications_partner_fkey foreign key (partner_id) references partners(id)
);

create table team_members (
  id uuid not null,
  partner_id uuid not null,
  email text not null,
  password_hash text not null,
  role text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint team_members_pkey primary key (id),
  constraint team_members_partner_fkey foreign key (partner_id) references partners(id),
  constraint team_members_role_known check (role = 'owner')
);
create unique index team_members_email_key on team_members (lower(email));

create table users (
  id uuid not null,
  tag text not null,
  email text,
  fullname text not null,
  phone text,
  country_code text,
  password_hash text,
  avatar text,
  gender text,
  date_of_birth date,
  is_adult boolean not null default false,
  is_hidden boolean not null default false,
  from_partner boolean not null default false,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id),
  constraint users_tag_key unique (tag),
  constraint users_tag_form check (tag ~ '^[a-z0-9_.]{3,30}$')
);
create unique index users_email_key on users (lower(email));

create table email_codes (
  user_id uuid not null,
  code_hash bytea not null,
  tries_left integer not null,
  expires_at timestamptz not null,
  constraint email_codes_pkey primary key (user_id),
  constraint email_codes_user_fkey foreign key (user_id) references users(id),
  constraint email_codes_tries_left_range check (tries_left >= 0 and tries_left <= 5)
);

create table sessions (
  id uuid not null,
  team_member_id uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_team_member_fkey foreign key (team_member_id) references team_members(id)
);
create index sessions_team_member_idx on sessions (team_member_id);

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint refresh_tokens_pkey primary key (token_hash),
  constraint refresh_tokens_session_fkey foreign key (session_id) references sessions(id)
);
create index refresh_tokens_session_idx on refresh_tokens (session_id);

create table signing_keys (
  id text not null,
  private_key_sealed bytea not null,
  public_key jsonb not null,
  created_at timestamptz not null,
  constraint signing_keys_pkey primary key (id)
);

create table attempts (
  key_hash bytea not null,
  window_ends_at timestamptz not null,
  count integer not null,
  constraint attempts_pkey primary key (key_hash)
);

create table mails (
  id uuid not null,
  recipient text not null,
  subject text not null,
  body_sealed bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  constraint mails_pkey primary key (id)
);
create index mails_unsent_idx on mails (next_try_at) where sent_at is null;

create table ledgers (
  partner_id uuid not null,
  issuance_account uuid not null,
  returns_account uuid not null,
  last_event_no bigint not null default 0,
  last_joined_no bigint not null default 0,
  created_at timestamptz not null,
  constraint ledgers_pkey primary key (partner_id)
);

create table rules (
  partner_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  status text not null,
  condition text not null,
  coins bigint not null,
  participants_max integer not null,
  completions_needed integer not null,
  user_awards_max integer,
  participants integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint rules_pkey primary key (partner_id, id),
  constraint rules_type_known check (type = any (array['single', 'batched', 'combined'])),
  constraint rules_status_known check (status = any (array['active', 'inactive'])),
  constraint rules_coins_range check (coins >= 1 and coins <= '100000000000'::bigint),
  constraint rules_participants_max_positive check (participants_max >= 1),
  constraint rules_completions_needed_range check (completions_needed = 1 or completions_needed > 1 and type = 'batched'),
  constraint rules_user_awards_max_positive check (user_awards_max >= 1),
  constraint rules_participants_natural check (participants >= 0)
);

create table sub_rules (
  partner_id uuid not null,
  rule_id uuid not null,
  name text not null,
  position integer not null,
  condition text not null,
  status text not null,
  has_history boolean not null default false,
  constraint sub_rules_pkey primary key (partner_id, rule_id, name),
  constraint sub_rules_rule_fkey foreign key (partner_id, rule_id) references rules(partner_id, id),
  constraint sub_rules_status_known check (status = any (array['active', 'inactive']))
);

create table rule_names (
  partner_id uuid not null,
  name text not null,
  rule_id uuid not null,
  constraint rule_names_pkey primary key (partner_id, name),
  constraint rule_names_rule_fkey foreign key (partner_id, rule_id) references rules(partner_id, id),
  constraint rule_names_form check (name ~ '^[a-z0-9._-]([a-z0-9._ -]{0,98}[a-z0-9._-])?$')
);

create table memberships (
  partner_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  tag text not null,
  fullname text not null,
  avatar text,
  email text not null,
  left_at timestamptz,
  left_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (partner_id, user_id),
  constraint memberships_left_whole check ((left_at is null) = (left_by is null)),
  constraint memberships_left_by_known check (left_by = any (array['partner', 'user']))
);
create index memberships_list_idx on memberships (partner_id, id);

create table wallets (
  partner_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  balance bigint not null default 0,
  points bigint not null default 0,
  returned bigint not null default 0,
  has_earned boolean not null default false,
  has_returned boolean not null default false,
  joined_no bigint not null,
  on_boards boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint wallets_pkey primary key (partner_id, user_id),
  constraint wallets_membership_fkey foreign key (partner_id, user_id) references memberships(partner_id, user_id),
  constraint wallets_balance_range check (balance >= 0 and balance <= '9000000000000000'::bigint),
  constraint wallets_points_range check (points >= 0 and points <= '9000000000000000'::bigint),
  constraint wallets_returned_natural check (returned >= 0),
  constraint wallets_balance_follows check (balance = (points - returned))
);
create index wallets_points_idx on wallets (partner_id, points desc, joined_no) where on_boards;
create index wallets_returned_idx on wallets (partner_id, returned desc, joined_no) where on_boards and has_returned;

create table monthly_scores (
  partner_id uuid not null,
  month date not null,
  user_id uuid not null,
  earned bigint not null default 0,
  returned bigint not null default 0,
  has_earned boolean not null default false,
  has_returned boolean not null default false,
  joined_no bigint not null,
  on_boards boolean not null,
  constraint monthly_scores_pkey primary key (partner_id, month, user_id),
  constraint monthly_scores_wallet_fkey foreign key (partner_id, user_id) references wallets(partner_id, user_id),
  constraint monthly_scores_first_of_month check (month = date_trunc('month', month::timestamp with time zone)),
  constraint monthly_scores_earned_natural check (earned >= 0),
  constraint monthly_scores_returned_natural check (returned >= 0)
);
create index monthly_scores_user_idx on monthly_scores (partner_id, user_id);
create index monthly_scores_earned_idx on monthly_scores (partner_id, month, earned desc, joined_no) where on_boards and has_earned;
create index monthly_scores_returned_idx on monthly_scores (partner_id, month, returned desc, joined_no) where on_boards and has_returned;

create table standings (
  partner_id uuid not null,
  rule_id uuid not null,
  user_id uuid not null,
  paid_awards integer not null default 0,
  progress integer not null default 0,
  sub_rules_done text[] not null default '{}'::text[],
  constraint standings_pkey primary key (partner_id, rule_id, user_id),
  constraint standings_rule_fkey foreign key (partner_id, rule_id) references rules(partner_id, id),
  constraint standings_paid_awards_natural check (paid_awards >= 0),
  constraint standings_progress_natural check (progress >= 0)
);

create table awards (
  partner_id uuid not null,
  id uuid not null,
  event_no bigint not null,
  rule_id uuid not null,
  rule_name text not null,
  user_id uuid not null,
  outcome text not null,
  reason text,
  coins bigint not null,
  note text,
  progress integer not null,
  progress_needed integer not null,
  user_awards integer not null,
  user_awards_max integer,
  participants integer not null,
  participants_max integer not null,
  created_at timestamptz not null,
  constraint awards_pkey primary key (partner_id, id),
  constraint awards_event_no_key unique (partner_id, event_no),
  constraint awards_outcome_known check (outcome = any (array['paid', 'counted', 'refused'])),
  constraint awards_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint awards_coins_of_payment check (
case
    when outcome = 'paid' then coins > 0
    else coins = 0
end),
  constraint awards_user_limit_held check (outcome <> 'paid' or user_awards_max is null or user_awards <= user_awards_max),
  constraint awards_participants_held check (outcome <> 'paid' or user_awards > 1 or participants <= participants_max)
);
create index awards_user_idx on awards (partner_id, user_id, id);

create table movements (
  partner_id uuid not null,
  id uuid not null,
  kind text not null,
  from_account uuid not null,
  to_account uuid not null,
  user_id uuid not null,
  coins bigint not null,
  created_at timestamptz not null,
  constraint movements_pkey primary key (partner_id, id),
  constraint movements_kind_known check (kind = any (array['award', 'transfer'])),
  constraint movements_coins_positive check (coins > 0),
  constraint movements_two_accounts check (from_account <> to_account)
);

create table transfers (
  partner_id uuid not null,
  id uuid not null,
  event_no bigint,
  user_id uuid not null,
  coins bigint not null,
  outcome text not null,
  reason text,
  narration text,
  balance bigint not null,
  created_at timestamptz not null,
  constraint transfers_pkey primary key (partner_id, id),
  constraint transfers_event_no_key unique (partner_id, event_no),
  constraint transfers_coins_positive check (coins > 0),
  constraint transfers_outcome_known check (outcome = any (array['moved', 'refused'])),
  constraint transfers_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint transfers_event_of_movement check ((outcome = 'moved') = (event_no is not null))
);

create table notices (
  partner_id uuid not null,
  event_no bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  constraint notices_pkey primary key (partner_id, event_no),
  constraint notices_type_known check (type = any (array['rule.created', 'rule.updated', 'user.onboarded', 'user.left']))
);

create view events as
 select awards.partner_id,
    awards.event_no,
    'award.' || awards.outcome as type,
    awards.id as fact_id,
    awards.created_at
   from awards
union all
 select transfers.partner_id,
    transfers.event_no,
    'coins.transferred' as type,
    transfers.id as fact_id,
    transfers.created_at
   from transfers
  where transfers.event_no is not null
union all
 select notices.partner_id,
    notices.event_no,
    notices.type,
    null::uuid as fact_id,
    notices.created_at
   from notices;

create view coin_scores as
 select wallets.partner_id,
    'earner' as board,
    '0001-01-01'::date as month,
    wallets.user_id,
    wallets.points as score,
    wallets.joined_no
   from wallets
  where wallets.on_boards and wallets.has_earned
union all
 select wallets.partner_id,
    'spender' as board,
    '0001-01-01'::date as month,
    wallets.user_id,
    wallets.returned as score,
    wallets.joined_no
   from wallets
  where wallets.on_boards and wallets.has_returned
union all
 select monthly_scores.partner_id,
    'earner' as board,
    monthly_scores.month,
    monthly_scores.user_id,
    monthly_scores.earned as score,
    monthly_scores.joined_no
   from monthly_scores
  where monthly_scores.on_boards and monthly_scores.has_earned
union all
 select monthly_scores.partner_id,
    'spender' as board,
    monthly_scores.month,
    monthly_scores.user_id,
    monthly_scores.returned as score,
    monthly_scores.joined_no
   from monthly_scores
  where monthly_scores.on_boards and monthly_scores.has_returned;

create view broken_movements as
 select m.partner_id,
    m.id,
    'the accounts do not fit a movement of kind ' || m.kind as problem
   from movements m
     left join ledgers l on l.partner_id = m.partner_id
     left join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id
  where
        case m.kind
            when 'award' then m.from_account is distinct from l.issuance_account or m.to_account is distinct from w.id
            when 'transfer' then m.from_account is distinct from w.id or m.to_account is distinct from l.returns_account
            else null::boolean
        end;

create view broken_wallets as
 select w.partner_id,
    w.user_id as id,
    (('holds ' || w.balance) || ' but its movements sum up to ') || coalesce(m.balance, 0::numeric) as problem
   from wallets w
     left join ( select movements.partner_id,
            movements.user_id,
            sum(
                case movements.kind
                    when 'award' then movements.coins
                    else - movements.coins
                end) as balance
           from movements
          group by movements.partner_id, movements.user_id) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.balance::numeric <> coalesce(m.balance, 0::numeric);

create view broken_counters as
 select r.partner_id,
    r.id,
    (('counts ' || r.participants) || ' participants but paid ') || coalesce(a.users, 0::bigint) as problem
   from rules r
     left join ( select awards.partner_id,
            awards.rule_id,
            count(distinct awards.user_id) as users
           from awards
          where awards.outcome = 'paid'
          group by awards.partner_id, awards.rule_id) a on a.partner_id = r.partner_id and a.rule_id = r.id
  where r.participants <> coalesce(a.users, 0::bigint)
union all
 select coalesce(s.partner_id, a.partner_id) as partner_id,
    coalesce(s.rule_id, a.rule_id) as id,
    (((('counts ' || coalesce(s.paid_awards, 0)) || ' awards of user ') || coalesce(s.user_id, a.user_id)) || ' but paid ') || coalesce(a.paid, 0::bigint) as problem
   from standings s
     full join ( select awards.partner_id,
            awards.rule_id,
            awards.user_id,
            count(*) as paid
           from awards
          where awards.outcome = 'paid'
          group by awards.partner_id, awards.rule_id, awards.user_id) a on a.partner_id = s.partner_id and a.rule_id = s.rule_id and a.user_id = s.user_id
  where coalesce(s.paid_awards, 0) <> coalesce(a.paid, 0::bigint);

create view broken_boards as
 select w.partner_id,
    w.user_id as id,
    (((((('scores ' || w.points) || ' points and ') || w.returned) || ' returned instead of ') || coalesce(m.earned, 0::numeric)) || ' and ') || coalesce(m.returned, 0::numeric) as problem
   from wallets w
     left join ( select movements.partner_id,
            movements.user_id,
            sum(movements.coins) filter (where movements.kind = 'award') as earned,
            sum(movements.coins) filter (where movements.kind = 'transfer') as returned
           from movements
          group by movements.partner_id, movements.user_id) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.points::numeric <> coalesce(m.earned, 0::numeric) or w.returned::numeric <> coalesce(m.returned, 0::numeric) or w.has_earned <> (m.earned is not null) or w.has_returned <> (m.returned is not null)
union all
 select coalesce(s.partner_id, m.partner_id) as partner_id,
    coalesce(s.user_id, m.user_id) as id,
    'scores wrongly in ' || coalesce(s.month, m.month) as problem
   from monthly_scores s
     full join ( select movements.partner_id,
            movements.user_id,
            date_trunc('month', (movements.created_at at time zone 'utc'))::date as month,
            sum(movements.coins) filter (where movements.kind = 'award') as earned,
            sum(movements.coins) filter (where movements.kind = 'transfer') as returned
           from movements
          group by movements.partner_id, movements.user_id, (date_trunc('month', (movements.created_at at time zone 'utc'))::date)) m on m.partner_id = s.partner_id and m.user_id = s.user_id and m.month = s.month
  where coalesce(s.earned, 0::bigint)::numeric <> coalesce(m.earned, 0::numeric) or coalesce(s.returned, 0::bigint)::numeric <> coalesce(m.returned, 0::numeric) or coalesce(s.has_earned, false) <> (m.earned is not null) or coalesce(s.has_returned, false) <> (m.returned is not null)
union all
 select b.partner_id,
    b.user_id as id,
    'is shown on the boards otherwise than its membership says' as problem
   from memberships b
     left join wallets w on w.partner_id = b.partner_id and w.user_id = b.user_id
  where w.on_boards is distinct from (b.left_at is null)
union all
 select s.partner_id,
    s.user_id as id,
    ('stands in ' || s.month) || ' otherwise than in its wallet' as problem
   from monthly_scores s
     join wallets w on w.partner_id = s.partner_id and w.user_id = s.user_id
  where s.on_boards <> w.on_boards or s.joined_no <> w.joined_no;

create view broken_events as
 select l.partner_id,
    l.partner_id as id,
    (((((('has ' || coalesce(e.events, 0::bigint)) || ' events from number ') || coalesce(e.first, 1::bigint)) || ' to ') || coalesce(e.last, 0::bigint)) || ' where its ledger says ') || l.last_event_no as problem
   from ledgers l
     left join ( select events.partner_id,
            count(*) as events,
            count(distinct events.event_no) as numbers,
            min(events.event_no) as first,
            max(events.event_no) as last
           from events
          group by events.partner_id) e on e.partner_id = l.partner_id
  where coalesce(e.events, 0::bigint) <> l.last_event_no or coalesce(e.numbers, 0::bigint) <> l.last_event_no or coalesce(e.first, 1::bigint) <> 1 or coalesce(e.last, 0::bigint) <> l.last_event_no
union all
 select coalesce(f.partner_id, m.partner_id) as partner_id,
    coalesce(f.id, m.id) as id,
    'is a fact without its movement, or a movement without its fact' as problem
   from ( select awards.partner_id,
            awards.id,
            'award' as kind,
            awards.user_id,
            awards.coins
           from awards
          where awards.outcome = 'paid'
        union all
         select transfers.partner_id,
            transfers.id,
            'transfer',
            transfers.user_id,
            transfers.coins
           from transfers
          where transfers.outcome = 'moved') f
     full join movements m on m.partner_id = f.partner_id and m.id = f.id
  where f.kind is distinct from m.kind or f.user_id is distinct from m.user_id or f.coins is distinct from m.coins;

create view broken_invariants as
 select 'movements' as invariant,
    broken_movements.partner_id,
    broken_movements.id,
    broken_movements.problem
   from broken_movements
union all
 select 'wallets' as invariant,
    broken_wallets.partner_id,
    broken_wallets.id,
    broken_wallets.problem
   from broken_wallets
union all
 select 'counters' as invariant,
    broken_counters.partner_id,
    broken_counters.id,
    broken_counters.problem
   from broken_counters
union all
 select 'boards' as invariant,
    broken_boards.partner_id,
    broken_boards.id,
    broken_boards.problem
   from broken_boards
union all
 select 'events' as invariant,
    broken_events.partner_id,
    broken_events.id,
    broken_events.problem
   from broken_events;

grant select on migrations to laurel_service;
grant select, insert, update on ecosystems to laurel_service;
grant select, insert, update on partners to laurel_service;
grant select, insert, update on applications to laurel_service;
grant select, insert, update on team_members to laurel_service;
grant select, insert, update on users to laurel_service;
grant select, insert, update, delete on email_codes to laurel_service;
grant select, insert, update on sessions to laurel_service;
grant select, insert, update on refresh_tokens to laurel_service;
grant select, insert, update on signing_keys to laurel_service;
grant select, insert, update, delete on attempts to laurel_service;
grant select, insert, update, delete on mails to laurel_service;
grant select, insert, update on ledgers to laurel_service;
grant select, insert, update on rules to laurel_service;
grant select, insert, update, delete on sub_rules to laurel_service;
grant select, insert, update, delete on rule_names to laurel_service;
grant select, insert, update on memberships to laurel_service;
grant select, insert, update on wallets to laurel_service;
grant select, insert, update on monthly_scores to laurel_service;
grant select, insert, update on standings to laurel_service;
grant select, insert on awards to laurel_service;
grant select, insert on movements to laurel_service;
grant select, insert on transfers to laurel_service;
grant select, insert on notices to laurel_service;
grant select on events to laurel_service;
grant select on coin_scores to laurel_service;
grant select on broken_movements to laurel_service;
grant select on broken_wallets to laurel_service;
grant select on broken_counters to laurel_service;
grant select on broken_boards to laurel_service;
grant select on broken_events to laurel_service;
grant select on broken_invariants to laurel_service;
