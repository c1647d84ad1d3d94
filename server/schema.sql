-- The whole schema as it stands after all migrations, for reading; the job queue's own tables (schema pgboss) are made by pg-boss and left out. Written by `npm run generate`; to change it, add a file to migrations/.

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
  public_client_id text not null,
  constraint applications_pkey primary key (id),
  constraint applications_partner_id_key unique (partner_id),
  constraint applications_client_id_key unique (client_id),
  constraint applications_public_client_id_key unique (public_client_id),
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
  constraint team_members_role_known check (role = any (array['owner', 'manager', 'support', 'read-only']))
);
create unique index team_members_email_key on team_members (lower(email));
create index team_members_partner_idx on team_members (partner_id);

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
  address text,
  agent text,
  last_used_at timestamptz not null,
  cookie_hash bytea,
  expires_at timestamptz not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_cookie_hash_key unique (cookie_hash),
  constraint sessions_team_member_fkey foreign key (team_member_id) references team_members(id) on delete cascade
);
create index sessions_team_member_idx on sessions (team_member_id);

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint refresh_tokens_pkey primary key (token_hash),
  constraint refresh_tokens_session_fkey foreign key (session_id) references sessions(id) on delete cascade
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
  last_error text,
  given_up_at timestamptz,
  constraint mails_pkey primary key (id)
);

create table open_replies (
  scope_hash bytea not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer not null,
  answer json not null,
  created_at timestamptz not null,
  constraint open_replies_pkey primary key (scope_hash, idempotency_key)
);

create table ledgers (
  partner_id uuid not null,
  issuance_account uuid not null,
  returns_account uuid not null,
  last_event_no bigint not null default 0,
  last_joined_no bigint not null default 0,
  cuts_version bigint not null default 0,
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
alter table rules alter column partner_id set (n_distinct=1);

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
alter table rule_names alter column partner_id set (n_distinct=1);

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
alter table memberships alter column partner_id set (n_distinct=1);
create index memberships_list_idx on memberships (partner_id, id);

create table wallets (
  partner_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  balance bigint not null default 0,
  points bigint not null default 0,
  returned bigint not null default 0,
  has_earned boolean not null default false,
  joined_no bigint not null,
  on_boards boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  points_segment bigint,
  returned_segment bigint,
  earned_nothing boolean generated always as (on_boards and has_earned and points = 0) stored,
  month date,
  month_earned bigint,
  month_returned bigint,
  month_earned_segment bigint,
  month_returned_segment bigint,
  constraint wallets_pkey primary key (partner_id, user_id),
  constraint wallets_membership_fkey foreign key (partner_id, user_id) references memberships(partner_id, user_id),
  constraint wallets_balance_range check (balance >= 0 and balance <= '9000000000000000'::bigint),
  constraint wallets_points_range check (points >= 0 and points <= '9000000000000000'::bigint),
  constraint wallets_returned_natural check (returned >= 0),
  constraint wallets_balance_follows check (balance = (points - returned)),
  constraint wallets_points_segment_of_member check ((points_segment is not null) = on_boards),
  constraint wallets_returned_segment_of_spender check ((returned_segment is not null) = (on_boards and returned > 0)),
  constraint wallets_month_whole check ((month is null) = (month_earned is null and month_returned is null)),
  constraint wallets_month_first_of_month check (date_part('day', month) = 1::double precision),
  constraint wallets_month_earned_natural check (month_earned >= 0),
  constraint wallets_month_returned_positive check (month_returned > 0),
  constraint wallets_month_earned_segment_of_earner check ((month_earned_segment is not null) = (on_boards and month_earned is not null)),
  constraint wallets_month_returned_segment_of_spender check ((month_returned_segment is not null) = (on_boards and month_returned is not null))
);
alter table wallets alter column partner_id set (n_distinct=1);
create index wallets_points_segment_idx on wallets (partner_id, points_segment) where points_segment is not null;
create index wallets_returned_segment_idx on wallets (partner_id, returned_segment) where returned_segment is not null;
create index wallets_earned_nothing_idx on wallets (partner_id, joined_no) where earned_nothing;
create index wallets_month_earned_segment_idx on wallets (partner_id, month, month_earned_segment) where month_earned_segment is not null;
create index wallets_month_returned_segment_idx on wallets (partner_id, month, month_returned_segment) where month_returned_segment is not null;

create table monthly_scores (
  partner_id uuid not null,
  month date not null,
  user_id uuid not null,
  earned bigint,
  returned bigint,
  joined_no bigint not null,
  on_boards boolean not null,
  earned_segment bigint,
  returned_segment bigint,
  constraint monthly_scores_pkey primary key (partner_id, user_id, month),
  constraint monthly_scores_first_of_month check (month = date_trunc('month', month::timestamp with time zone)),
  constraint monthly_scores_earned_natural check (earned >= 0),
  constraint monthly_scores_not_empty check (earned is not null or returned is not null),
  constraint monthly_scores_returned_positive check (returned > 0),
  constraint monthly_scores_earned_segment_of_earner check ((earned_segment is not null) = (on_boards and earned is not null)),
  constraint monthly_scores_returned_segment_of_spender check ((returned_segment is not null) = (on_boards and returned is not null))
);
alter table monthly_scores alter column partner_id set (n_distinct=1);
create index monthly_scores_earned_segment_idx on monthly_scores (partner_id, month, earned_segment) where earned_segment is not null;
create index monthly_scores_returned_segment_idx on monthly_scores (partner_id, month, returned_segment) where returned_segment is not null;

create table board_segments (
  partner_id uuid not null,
  board text not null,
  month date not null,
  negated_score bigint not null,
  joined_no bigint not null,
  members integer not null,
  no bigint not null,
  constraint board_segments_pkey primary key (partner_id, board, month, negated_score, joined_no),
  constraint board_segments_no_key unique (partner_id, board, month, no),
  constraint board_segments_board_known check (board = any (array['points', 'earner', 'spender'])),
  constraint board_segments_members_natural check (members >= 0)
) with (fillfactor=50);
alter table board_segments alter column partner_id set (n_distinct=1);

create table standings (
  partner_id uuid not null,
  rule_id uuid not null,
  user_id uuid not null,
  paid_awards integer not null default 0,
  progress integer not null default 0,
  sub_rules_done text[] not null default '{}'::text[],
  constraint standings_pkey primary key (partner_id, rule_id, user_id),
  constraint standings_paid_awards_natural check (paid_awards >= 0),
  constraint standings_progress_natural check (progress >= 0)
);
alter table standings alter column partner_id set (n_distinct=1);

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
  detail text,
  idempotency_key text,
  request_hash bytea,
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
alter table awards alter column partner_id set (n_distinct=1);
create unique index awards_idempotency_key_idx on awards (partner_id, idempotency_key) where idempotency_key is not null;
create index awards_user_idx on awards (partner_id, user_id, event_no);
create index awards_not_paid_idx on awards (partner_id, outcome, event_no) where outcome <> 'paid';

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
  parties jsonb not null,
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz not null,
  constraint transfers_pkey primary key (partner_id, id),
  constraint transfers_event_no_key unique (partner_id, event_no),
  constraint transfers_coins_positive check (coins > 0),
  constraint transfers_outcome_known check (outcome = any (array['moved', 'refused'])),
  constraint transfers_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint transfers_event_of_movement check ((outcome = 'moved') = (event_no is not null))
);
alter table transfers alter column partner_id set (n_distinct=1);
create unique index transfers_idempotency_key_idx on transfers (partner_id, idempotency_key) where idempotency_key is not null;
create index transfers_user_idx on transfers (partner_id, user_id, event_no) where event_no is not null;

create table reversals (
  partner_id uuid not null,
  id uuid not null,
  event_no bigint,
  award_id uuid not null,
  user_id uuid not null,
  coins bigint not null,
  outcome text not null,
  reason text,
  balance bigint not null,
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz not null,
  constraint reversals_pkey primary key (partner_id, id),
  constraint reversals_event_no_key unique (partner_id, event_no),
  constraint reversals_award_fkey foreign key (partner_id, award_id) references awards(partner_id, id),
  constraint reversals_outcome_known check (outcome = any (array['reversed', 'refused'])),
  constraint reversals_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint reversals_event_of_movement check ((outcome = 'reversed') = (event_no is not null))
);
alter table reversals alter column partner_id set (n_distinct=1);
create unique index reversals_idempotency_key_idx on reversals (partner_id, idempotency_key) where idempotency_key is not null;
create unique index reversals_once_idx on reversals (partner_id, award_id) where outcome = 'reversed';
create index reversals_user_idx on reversals (partner_id, user_id, event_no) where event_no is not null;

create table replies (
  partner_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer,
  answer json,
  created_at timestamptz not null,
  constraint replies_pkey primary key (partner_id, idempotency_key)
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

create table revocations (
  id text not null,
  revoked_at timestamptz not null,
  constraint revocations_pkey primary key (id)
);
create index revocations_revoked_at_idx on revocations (revoked_at);

create table client_secrets (
  id uuid not null,
  partner_id uuid not null,
  name text not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint client_secrets_pkey primary key (id),
  constraint client_secrets_secret_hash_key unique (secret_hash),
  constraint client_secrets_partner_fkey foreign key (partner_id) references partners(id)
);
create index client_secrets_partner_idx on client_secrets (partner_id);

create table oauth_records (
  model text not null,
  id_hash bytea not null,
  uid_hash bytea,
  grant_id text,
  user_id uuid,
  client_id text,
  payload_sealed bytea not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  constraint oauth_records_pkey primary key (model, id_hash)
);
create index oauth_records_uid_idx on oauth_records (uid_hash) where uid_hash is not null;
create index oauth_records_grant_idx on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_user_idx on oauth_records (user_id) where user_id is not null;
create index oauth_records_expires_at_idx on oauth_records (expires_at);

create table password_resets (
  token_hash bytea not null,
  team_member_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_team_member_fkey foreign key (team_member_id) references team_members(id) on delete cascade
);
create index password_resets_team_member_idx on password_resets (team_member_id);

create table email_changes (
  team_member_id uuid not null,
  email text not null,
  old_token_hash bytea not null,
  new_token_hash bytea not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_changes_pkey primary key (team_member_id),
  constraint email_changes_old_token_key unique (old_token_hash),
  constraint email_changes_new_token_key unique (new_token_hash),
  constraint email_changes_team_member_fkey foreign key (team_member_id) references team_members(id) on delete cascade
);

create table second_factors (
  team_member_id uuid not null,
  secret_sealed bytea not null,
  last_step bigint not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  constraint second_factors_pkey primary key (team_member_id),
  constraint second_factors_team_member_fkey foreign key (team_member_id) references team_members(id) on delete cascade
);

create table recovery_codes (
  team_member_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (team_member_id, code_hash),
  constraint recovery_codes_second_factor_fkey foreign key (team_member_id) references second_factors(team_member_id) on delete cascade
);

create table invitations (
  id uuid not null,
  partner_id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  invited_by uuid,
  constraint invitations_pkey primary key (id),
  constraint invitations_token_key unique (token_hash),
  constraint invitations_partner_fkey foreign key (partner_id) references partners(id),
  constraint invitations_invited_by_fkey foreign key (invited_by) references team_members(id) on delete cascade,
  constraint invitations_role_known check (role = any (array['owner', 'manager', 'support', 'read-only']))
);
create unique index invitations_email_key on invitations (partner_id, lower(email));
create index invitations_invited_by_idx on invitations (invited_by);

create table account_acts (
  id uuid not null,
  partner_id uuid,
  subject uuid not null,
  actor uuid not null,
  act text not null,
  address text not null,
  agent text,
  detail jsonb not null,
  created_at timestamptz not null,
  constraint account_acts_pkey primary key (id),
  constraint account_acts_act_form check (act ~ '^[a-z]+(_[a-z]+)*$'),
  constraint account_acts_detail_form check (jsonb_typeof(detail) = 'object')
);
create index account_acts_partner_idx on account_acts (partner_id, id);
create index account_acts_subject_idx on account_acts (subject, id);

create table user_sessions (
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz,
  constraint user_sessions_pkey primary key (id),
  constraint user_sessions_token_hash_key unique (token_hash),
  constraint user_sessions_user_fkey foreign key (user_id) references users(id)
);
create index user_sessions_user_idx on user_sessions (user_id) where ended_at is null;

create table password_links (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_links_pkey primary key (token_hash),
  constraint password_links_user_fkey foreign key (user_id) references users(id)
);
create index password_links_user_idx on password_links (user_id);

create table user_partners (
  user_id uuid not null,
  partner_id uuid not null,
  constraint user_partners_pkey primary key (user_id, partner_id)
);

create table user_details_results (
  partner_id uuid not null,
  address text not null,
  asked_at timestamptz not null,
  took_ms integer not null,
  outcome text not null,
  status integer,
  detail text,
  problems jsonb not null,
  failures integer not null,
  retry_at timestamptz,
  constraint user_details_results_pkey primary key (partner_id),
  constraint user_details_results_partner_fkey foreign key (partner_id) references partners(id),
  constraint user_details_results_outcome_known check (outcome = any (array['found', 'not_found', 'user_details_unreachable', 'user_details_invalid', 'user_details_mismatch'])),
  constraint user_details_results_failures_natural check (failures >= 0),
  constraint user_details_results_retry_of_failures check (retry_at is null or failures > 0)
);

create table webhook_endpoints (
  partner_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  types text[],
  enabled boolean not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  cursor bigint not null,
  pending_to bigint,
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz not null,
  switched_off_at timestamptz,
  switched_off_reason text,
  leased_by uuid,
  leased_until timestamptz not null default '-infinity'::timestamp with time zone,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoints_pkey primary key (partner_id, id),
  constraint webhook_endpoints_cursor_natural check (cursor >= 0),
  constraint webhook_endpoints_pending_ahead check (pending_to > cursor),
  constraint webhook_endpoints_types_some check (cardinality(types) > 0),
  constraint webhook_endpoints_failing_whole check ((failures = 0) = (failing_since is null)),
  constraint webhook_endpoints_previous_whole check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_switched_off_whole check ((switched_off_at is null) = (switched_off_reason is null)),
  constraint webhook_endpoints_switched_off_disabled check (switched_off_at is null or not enabled)
) with (fillfactor=50);
create index webhook_endpoints_enabled_idx on webhook_endpoints (partner_id, id) where enabled;

create table webhook_attempts (
  partner_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  kind text not null,
  first_seq bigint,
  last_seq bigint,
  events integer not null,
  types text[],
  status integer,
  error text,
  took_ms integer not null,
  answer text not null,
  created_at timestamptz not null,
  constraint webhook_attempts_pkey primary key (partner_id, endpoint_id, id),
  constraint webhook_attempts_kind_known check (kind = any (array['delivery', 'redelivery', 'test'])),
  constraint webhook_attempts_range_of_events check ((kind = 'test') = (first_seq is null) and (first_seq is null) = (last_seq is null)),
  constraint webhook_attempts_answer_short check (length(answer) <= 1000)
);
create index webhook_attempts_range_idx on webhook_attempts (partner_id, endpoint_id, first_seq);
create index webhook_attempts_age_idx on webhook_attempts (created_at);

create table overviews (
  partner_id uuid not null,
  counted_events bigint not null default 0,
  members bigint not null default 0,
  participants bigint not null default 0,
  coins_in_wallets numeric not null default 0,
  constraint overviews_pkey primary key (partner_id),
  constraint overviews_counted_events_natural check (counted_events >= 0)
) with (fillfactor=50);

create table day_totals (
  partner_id uuid not null,
  day date not null,
  issued numeric not null,
  reversed numeric not null,
  returned numeric not null,
  paid bigint not null,
  counted bigint not null,
  refused bigint not null,
  joined bigint not null,
  departed bigint not null,
  participants bigint not null,
  new_participants bigint not null,
  last_seen bigint not null,
  constraint day_totals_pkey primary key (partner_id, day)
) with (fillfactor=50);

create table day_refusals (
  partner_id uuid not null,
  day date not null,
  reason text not null,
  count bigint not null,
  constraint day_refusals_pkey primary key (partner_id, day, reason)
) with (fillfactor=50);

create table participations (
  partner_id uuid not null,
  user_id uuid not null,
  last_on date not null,
  constraint participations_pkey primary key (partner_id, user_id)
);

create table member_words (
  partner_id uuid not null,
  word text not null,
  user_id uuid not null,
  constraint member_words_pkey primary key (partner_id, word, user_id),
  constraint member_words_membership_fkey foreign key (partner_id, user_id) references memberships(partner_id, user_id)
);
create index member_words_user_idx on member_words (partner_id, user_id, word);

create table requests (
  partner_id uuid not null,
  id uuid not null,
  method text not null,
  path text not null,
  operation text,
  status integer not null,
  has_failed boolean not null generated always as (status >= 400) stored,
  duration_ms integer not null,
  error_type text,
  app_error_code text,
  error text,
  caller text not null,
  team_member_id uuid,
  address text,
  created_at timestamptz not null,
  constraint requests_pkey primary key (partner_id, id),
  constraint requests_address_of_partner check (caller <> 'user' or address is null),
  constraint requests_path_short check (length(path) <= 500),
  constraint requests_error_short check (length(error) <= 1000),
  constraint requests_caller_known check (caller = any (array['client', 'team', 'user'])),
  constraint requests_team_member_of_team check ((caller = 'team') = (team_member_id is not null))
);
create index requests_outcome_idx on requests (partner_id, has_failed, id);
create index requests_age_idx on requests (created_at);

create table requests_left_out (
  partner_id uuid not null,
  minute timestamptz not null,
  requests bigint not null,
  constraint requests_left_out_pkey primary key (partner_id, minute),
  constraint requests_left_out_positive check (requests > 0)
);
create index requests_left_out_age_idx on requests_left_out (minute);

create view whole_rules as
 select partner_id,
    id,
    name,
    type,
    status,
    condition,
    coins,
    participants_max,
    completions_needed,
    user_awards_max,
    participants,
    created_at,
    updated_at,
        case type
            when 'combined' then ( select jsonb_agg(jsonb_build_object('name', s.name, 'condition', s.condition, 'status', s.status, 'hasHistory', s.has_history) order by s."position") as jsonb_agg
               from sub_rules s
              where s.partner_id = r.partner_id and s.rule_id = r.id)
            else '[]'::jsonb
        end as sub_rules
   from rules r;

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
 select reversals.partner_id,
    reversals.event_no,
    'award.reversed' as type,
    reversals.id as fact_id,
    reversals.created_at
   from reversals
  where reversals.event_no is not null
union all
 select notices.partner_id,
    notices.event_no,
    notices.type,
    null::uuid as fact_id,
    notices.created_at
   from notices;

create view standing_awards as
 select partner_id,
    id,
    rule_id,
    user_id
   from awards a
  where outcome = 'paid' and not (exists ( select
           from reversals r
          where r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'));

create view broken_counters as
 select r.partner_id,
    r.id,
    (('counts ' || r.participants) || ' participants but paid ') || coalesce(a.users, 0::bigint) as problem
   from rules r
     left join ( select standing_awards.partner_id,
            standing_awards.rule_id,
            count(distinct standing_awards.user_id) as users
           from standing_awards
          group by standing_awards.partner_id, standing_awards.rule_id) a on a.partner_id = r.partner_id and a.rule_id = r.id
  where r.participants <> coalesce(a.users, 0::bigint)
union all
 select coalesce(s.partner_id, a.partner_id) as partner_id,
    coalesce(s.rule_id, a.rule_id) as id,
    (((('counts ' || coalesce(s.paid_awards, 0)) || ' awards of user ') || coalesce(s.user_id, a.user_id)) || ' but paid ') || coalesce(a.paid, 0::bigint) as problem
   from standings s
     full join ( select standing_awards.partner_id,
            standing_awards.rule_id,
            standing_awards.user_id,
            count(*) as paid
           from standing_awards
          group by standing_awards.partner_id, standing_awards.rule_id, standing_awards.user_id) a on a.partner_id = s.partner_id and a.rule_id = s.rule_id and a.user_id = s.user_id
  where coalesce(s.paid_awards, 0) <> coalesce(a.paid, 0::bigint)
union all
 select s.partner_id,
    s.rule_id as id,
    ('is no rule, but user ' || s.user_id) || ' has a standing with it' as problem
   from standings s
  where not (exists ( select
           from rules r
          where r.partner_id = s.partner_id and r.id = s.rule_id));

create view coin_decisions as
 select awards.partner_id,
    awards.event_no,
    'award' as kind,
    awards.id,
    awards.user_id,
    awards.outcome,
    awards.coins,
    awards.note,
    awards.rule_name,
    null::uuid as award_id,
    null::jsonb as parties,
    awards.created_at
   from awards
union all
 select transfers.partner_id,
    transfers.event_no,
    'transfer' as kind,
    transfers.id,
    transfers.user_id,
    transfers.outcome,
    transfers.coins,
    transfers.narration as note,
    null::text as rule_name,
    null::uuid as award_id,
    transfers.parties,
    transfers.created_at
   from transfers
union all
 select reversals.partner_id,
    reversals.event_no,
    'reversal' as kind,
    reversals.id,
    reversals.user_id,
    reversals.outcome,
    reversals.coins,
    null::text as note,
    null::text as rule_name,
    reversals.award_id,
    null::jsonb as parties,
    reversals.created_at
   from reversals;

create view movements as
 select a.partner_id,
    a.event_no,
    a.id,
    'award' as kind,
    l.issuance_account as from_account,
    w.id as to_account,
    a.user_id,
    a.coins,
    a.created_at
   from awards a
     left join ledgers l on l.partner_id = a.partner_id
     left join wallets w on w.partner_id = a.partner_id and w.user_id = a.user_id
  where a.outcome = 'paid'
union all
 select t.partner_id,
    t.event_no,
    t.id,
    'transfer' as kind,
    w.id as from_account,
    l.returns_account as to_account,
    t.user_id,
    t.coins,
    t.created_at
   from transfers t
     left join ledgers l on l.partner_id = t.partner_id
     left join wallets w on w.partner_id = t.partner_id and w.user_id = t.user_id
  where t.outcome = 'moved'
union all
 select r.partner_id,
    r.event_no,
    r.id,
    'reversal' as kind,
    w.id as from_account,
    l.issuance_account as to_account,
    r.user_id,
    r.coins,
    r.created_at
   from reversals r
     left join ledgers l on l.partner_id = r.partner_id
     left join wallets w on w.partner_id = r.partner_id and w.user_id = r.user_id
  where r.outcome = 'reversed';

create view board_places as
 select wallets.partner_id,
    'points' as board,
    '0001-01-01'::date as month,
    wallets.points_segment as segment,
    - wallets.points as negated_score,
    wallets.joined_no,
    wallets.user_id
   from wallets
  where wallets.points_segment is not null
union all
 select wallets.partner_id,
    'spender' as board,
    '0001-01-01'::date as month,
    wallets.returned_segment as segment,
    - wallets.returned as negated_score,
    wallets.joined_no,
    wallets.user_id
   from wallets
  where wallets.returned_segment is not null
union all
 select all_months.partner_id,
    'earner' as board,
    all_months.month,
    all_months.earned_segment as segment,
    - all_months.earned as negated_score,
    all_months.joined_no,
    all_months.user_id
   from all_months
  where all_months.earned_segment is not null
union all
 select all_months.partner_id,
    'spender' as board,
    all_months.month,
    all_months.returned_segment as segment,
    - all_months.returned as negated_score,
    all_months.joined_no,
    all_months.user_id
   from all_months
  where all_months.returned_segment is not null;

create view broken_movements as
 select partner_id,
    id,
    ('is a movement of kind ' || kind) || ' without both of its accounts' as problem
   from movements
  where from_account is null or to_account is null or from_account = to_account;

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

create view score_changes as
 select m.partner_id,
    m.user_id,
    date_trunc('month', (coalesce(a.created_at, m.created_at) at time zone 'utc'))::date as month,
        case m.kind
            when 'award' then m.coins
            when 'reversal' then - m.coins
            else null::bigint
        end as earned,
        case m.kind
            when 'transfer' then m.coins
            else null::bigint
        end as returned
   from movements m
     left join reversals r on m.kind = 'reversal' and r.partner_id = m.partner_id and r.id = m.id
     left join awards a on a.partner_id = r.partner_id and a.id = r.award_id;

create view broken_boards as
 select w.partner_id,
    w.user_id as id,
    (((((('scores ' || w.points) || ' points and ') || w.returned) || ' returned instead of ') || coalesce(m.earned, 0::numeric)) || ' and ') || coalesce(m.returned, 0::numeric) as problem
   from wallets w
     left join ( select score_changes.partner_id,
            score_changes.user_id,
            sum(score_changes.earned) as earned,
            sum(score_changes.returned) as returned
           from score_changes
          group by score_changes.partner_id, score_changes.user_id) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.points::numeric <> coalesce(m.earned, 0::numeric) or w.returned::numeric <> coalesce(m.returned, 0::numeric) or w.has_earned <> (m.earned is not null)
union all
 select coalesce(s.partner_id, m.partner_id) as partner_id,
    coalesce(s.user_id, m.user_id) as id,
    'scores wrongly in ' || coalesce(s.month, m.month) as problem
   from all_months s
     full join ( select score_changes.partner_id,
            score_changes.user_id,
            score_changes.month,
            sum(score_changes.earned) as earned,
            sum(score_changes.returned) as returned
           from score_changes
          group by score_changes.partner_id, score_changes.user_id, score_changes.month) m on m.partner_id = s.partner_id and m.user_id = s.user_id and m.month = s.month
  where s.earned::numeric is distinct from m.earned or s.returned::numeric is distinct from m.returned
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
     left join wallets w on w.partner_id = s.partner_id and w.user_id = s.user_id
  where s.on_boards is distinct from w.on_boards or s.joined_no is distinct from w.joined_no or (s.month < w.month) is not true;

create view broken_segments as
 with segments as (
         select board_segments.partner_id,
            board_segments.board,
            board_segments.month,
            board_segments.negated_score,
            board_segments.joined_no,
            board_segments.members,
            board_segments.no,
            row_number() over (partition by board_segments.partner_id, board_segments.board, board_segments.month order by board_segments.negated_score, board_segments.joined_no) as ordinal
           from board_segments
        ), places as (
         select everything.partner_id,
            everything.board,
            everything.month,
            everything.user_id,
            everything.segment,
            count(*) filter (where everything.user_id is null) over (partition by everything.partner_id, everything.board, everything.month order by everything.negated_score, everything.joined_no, (everything.user_id is not null)) as ordinal
           from ( select board_places.partner_id,
                    board_places.board,
                    board_places.month,
                    board_places.negated_score,
                    board_places.joined_no,
                    board_places.user_id,
                    board_places.segment
                   from board_places
                union all
                 select segments.partner_id,
                    segments.board,
                    segments.month,
                    segments.negated_score,
                    segments.joined_no,
                    null::uuid,
                    null::bigint
                   from segments) everything
        ), counts as (
         select places.partner_id,
            places.board,
            places.month,
            places.ordinal,
            count(*) as members
           from places
          where places.user_id is not null
          group by places.partner_id, places.board, places.month, places.ordinal
        )
 select partner_id,
    partner_id as id,
    (((((((('the ' || board) || ' board of ') ||
        case month
            when '0001-01-01'::date then 'all time'
            else month::text
        end) || ' counts ') || coalesce(s.members, 0)) || ' in its segment ') || ordinal) || ', not ') || coalesce(c.members, 0::bigint) as problem
   from segments s
     full join counts c using (partner_id, board, month, ordinal)
  where coalesce(s.members, 0) <> coalesce(c.members, 0::bigint)
union all
 select p.partner_id,
    p.user_id as id,
    (((((('stands in segment ' || p.segment) || ' of the ') || p.board) || ' board of ') ||
        case p.month
            when '0001-01-01'::date then 'all time'
            else p.month::text
        end) || ', not in ') || coalesce(s.no, 0::bigint) as problem
   from places p
     left join segments s using (partner_id, board, month, ordinal)
  where p.user_id is not null and p.segment is distinct from s.no;

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
  where coalesce(e.events, 0::bigint) <> l.last_event_no or coalesce(e.numbers, 0::bigint) <> l.last_event_no or coalesce(e.first, 1::bigint) <> 1 or coalesce(e.last, 0::bigint) <> l.last_event_no;

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
 select 'segments' as invariant,
    broken_segments.partner_id,
    broken_segments.id,
    broken_segments.problem
   from broken_segments
union all
 select 'events' as invariant,
    broken_events.partner_id,
    broken_events.id,
    broken_events.problem
   from broken_events
union all
 select 'days' as invariant,
    broken_days.partner_id,
    broken_days.id,
    broken_days.problem
   from broken_days;

create view day_facts as
 select awards.partner_id,
    awards.event_no,
    (awards.created_at at time zone 'utc')::date as day,
    awards.outcome as kind,
    awards.reason,
    awards.user_id,
    awards.coins
   from awards
union all
 select reversals.partner_id,
    reversals.event_no,
    (reversals.created_at at time zone 'utc')::date as day,
    'reversed' as kind,
    null::text as reason,
    reversals.user_id,
    reversals.coins
   from reversals
union all
 select transfers.partner_id,
    transfers.event_no,
    (transfers.created_at at time zone 'utc')::date as day,
    'returned' as kind,
    null::text as reason,
    transfers.user_id,
    transfers.coins
   from transfers
union all
 select notices.partner_id,
    notices.event_no,
    (notices.created_at at time zone 'utc')::date as day,
    notices.type as kind,
    null::text as reason,
    null::uuid as user_id,
    0 as coins
   from notices
  where notices.type = any (array['user.onboarded', 'user.left']);

create view broken_days as
 with facts as (
         select f.partner_id,
            f.event_no,
            f.day,
            f.kind,
            f.reason,
            f.user_id,
            f.coins
           from overviews o
             join day_facts f on f.partner_id = o.partner_id and f.event_no <= o.counted_events
        ), visits as (
         select payments.partner_id,
            payments.user_id,
            payments.day,
            payments.before
           from ( select facts.partner_id,
                    facts.user_id,
                    facts.day,
                    max(facts.day) over (partition by facts.partner_id, facts.user_id order by facts.event_no rows between unbounded preceding and 1 preceding) as before
                   from facts
                  where facts.kind = 'paid') payments
          where payments.before is null or payments.before < payments.day
        ), given as (
         select facts.partner_id,
            facts.day,
            coalesce(sum(facts.coins) filter (where facts.kind = 'paid'), 0::numeric) as issued,
            coalesce(sum(facts.coins) filter (where facts.kind = 'reversed'), 0::numeric) as reversed,
            coalesce(sum(facts.coins) filter (where facts.kind = 'returned'), 0::numeric) as returned,
            count(*) filter (where facts.kind = 'paid') as paid,
            count(*) filter (where facts.kind = 'counted') as counted,
            count(*) filter (where facts.kind = 'refused') as refused,
            count(*) filter (where facts.kind = 'user.onboarded') as joined,
            count(*) filter (where facts.kind = 'user.left') as departed
           from facts
          group by facts.partner_id, facts.day
        ), visited as (
         select placed.partner_id,
            placed.day,
            count(*) as participants,
            count(*) filter (where placed.before is null) as new_participants,
            count(*) filter (where placed.is_last) as last_seen
           from ( select visits.partner_id,
                    visits.user_id,
                    visits.day,
                    visits.before,
                    visits.day = max(visits.day) over (partition by visits.partner_id, visits.user_id) as is_last
                   from visits) placed
          group by placed.partner_id, placed.day
        )
 select partner_id,
    partner_id as id,
    ('does not count on ' || day) || ' what its facts give' as problem
   from day_totals t
     full join given g using (partner_id, day)
     full join visited v using (partner_id, day)
  where t.issued is distinct from g.issued or t.reversed is distinct from g.reversed or t.returned is distinct from g.returned or t.paid is distinct from g.paid or t.counted is distinct from g.counted or t.refused is distinct from g.refused or t.joined is distinct from g.joined or t.departed is distinct from g.departed or t.participants is distinct from coalesce(v.participants, 0::bigint) or t.new_participants is distinct from coalesce(v.new_participants, 0::bigint) or t.last_seen is distinct from coalesce(v.last_seen, 0::bigint)
union all
 select partner_id,
    partner_id as id,
    (((((('counts ' || coalesce(r.count, 0::bigint)) || ' refusals with ') || reason) || ' on ') || day) || ', not ') || coalesce(f.count, 0::bigint) as problem
   from day_refusals r
     full join ( select facts.partner_id,
            facts.day,
            facts.reason,
            count(*) as count
           from facts
          where facts.kind = 'refused'
          group by facts.partner_id, facts.day, facts.reason) f using (partner_id, day, reason)
  where r.count is distinct from f.count
union all
 select partner_id,
    user_id as id,
    (('was last paid on ' || coalesce(v.last_on::text, 'no day')) || ', not on ') || coalesce(p.last_on::text, 'no day') as problem
   from participations p
     full join ( select visits.partner_id,
            visits.user_id,
            max(visits.day) as last_on
           from visits
          group by visits.partner_id, visits.user_id) v using (partner_id, user_id)
  where p.last_on is distinct from v.last_on
union all
 select o.partner_id,
    o.partner_id as id,
    'does not sum up to what its days do' as problem
   from overviews o
     left join ( select day_totals.partner_id,
            sum(day_totals.joined - day_totals.departed) as members,
            sum(day_totals.new_participants) as participants,
            sum(day_totals.issued - day_totals.reversed - day_totals.returned) as coins_in_wallets
           from day_totals
          group by day_totals.partner_id) t on t.partner_id = o.partner_id
  where o.members::numeric <> coalesce(t.members, 0::numeric) or o.participants::numeric <> coalesce(t.participants, 0::numeric) or o.coins_in_wallets <> coalesce(t.coins_in_wallets, 0::numeric);

create view all_months as
 select monthly_scores.partner_id,
    monthly_scores.user_id,
    monthly_scores.month,
    monthly_scores.earned,
    monthly_scores.returned,
    monthly_scores.earned_segment,
    monthly_scores.returned_segment,
    monthly_scores.joined_no
   from monthly_scores
union all
 select wallets.partner_id,
    wallets.user_id,
    wallets.month,
    wallets.month_earned as earned,
    wallets.month_returned as returned,
    wallets.month_earned_segment as earned_segment,
    wallets.month_returned_segment as returned_segment,
    wallets.joined_no
   from wallets
  where wallets.month is not null;

grant select on migrations to laurel_service;
grant select, insert, update on ecosystems to laurel_service;
grant select, insert, update on partners to laurel_service;
grant select, insert, update on applications to laurel_service;
grant select, insert, update, delete on team_members to laurel_service;
grant select, insert, update on users to laurel_service;
grant select, insert, update, delete on email_codes to laurel_service;
grant select, insert, update on sessions to laurel_service;
grant select, insert, update on refresh_tokens to laurel_service;
grant select, insert, update, delete on signing_keys to laurel_service;
grant select, insert, update, delete on attempts to laurel_service;
grant select, insert, update, delete on mails to laurel_service;
grant select, insert on open_replies to laurel_service;
grant select, insert, update on ledgers to laurel_service;
grant select, insert, update on rules to laurel_service;
grant select, insert, update, delete on sub_rules to laurel_service;
grant select, insert, update, delete on rule_names to laurel_service;
grant select, insert, update on memberships to laurel_service;
grant select, insert, update on wallets to laurel_service;
grant select, insert, update on monthly_scores to laurel_service;
grant select, insert, update, delete on board_segments to laurel_service;
grant select, insert, update on standings to laurel_service;
grant select, insert on awards to laurel_service;
grant select, insert on transfers to laurel_service;
grant select, insert on reversals to laurel_service;
grant select, insert, update on replies to laurel_service;
grant select, insert on notices to laurel_service;
grant select, insert, delete on revocations to laurel_service;
grant select, insert, update on client_secrets to laurel_service;
grant select, insert, update, delete on oauth_records to laurel_service;
grant select, insert, update, delete on password_resets to laurel_service;
grant select, insert, update, delete on email_changes to laurel_service;
grant select, insert, update, delete on second_factors to laurel_service;
grant select, insert, update, delete on recovery_codes to laurel_service;
grant select, insert, update, delete on invitations to laurel_service;
grant select, insert on account_acts to laurel_service;
grant select, insert, update, delete on user_sessions to laurel_service;
grant select, insert, update, delete on password_links to laurel_service;
grant select, insert on user_partners to laurel_service;
grant select, insert, update on user_details_results to laurel_service;
grant select, insert, update, delete on webhook_endpoints to laurel_service;
grant select, insert, update, delete on webhook_attempts to laurel_service;
grant select, insert, update on overviews to laurel_service;
grant select, insert, update on day_totals to laurel_service;
grant select, insert, update on day_refusals to laurel_service;
grant select, insert, update on participations to laurel_service;
grant select, insert, delete on member_words to laurel_service;
grant select, insert, delete on requests to laurel_service;
grant select, insert, update, delete on requests_left_out to laurel_service;
grant select on whole_rules to laurel_service;
grant select on events to laurel_service;
grant select on standing_awards to laurel_service;
grant select on broken_counters to laurel_service;
grant select on coin_decisions to laurel_service;
grant select on movements to laurel_service;
grant select on board_places to laurel_service;
grant select on broken_movements to laurel_service;
grant select on broken_wallets to laurel_service;
grant select on score_changes to laurel_service;
grant select on broken_boards to laurel_service;
grant select on broken_segments to laurel_service;
grant select on broken_events to laurel_service;
grant select on broken_invariants to laurel_service;
grant select on day_facts to laurel_service;
grant select on broken_days to laurel_service;
