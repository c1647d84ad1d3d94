-- The users of a partner.

-- Joins a user to a partner. The row stays when the user leaves, and counts again when the user rejoins.
create table memberships (
  partner_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  -- The user with whose account this is. Null for a member without an account, until a user claims it.
  account_id uuid,
  -- What the partner's own record said about the user, or what the user consented to show.
  tag text not null,
  fullname text not null,
  avatar text,
  email text not null,
  -- The partner's own id of the user. A member who left keeps it.
  external_id text,
  -- Whether public boards leave out the tag: the user is not an adult, or chose so.
  is_hidden boolean not null default false,
  left_at timestamptz,
  left_by text,
  -- When the personal data of the member was last erased. A member who came back since has new data.
  erased_at timestamptz,
  -- Keyed hashes of the external id and the e-mail address of an erased member. Whoever comes back with one of them
  -- is the same member, so that limits hold.
  former_external_id bytea,
  former_email bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (partner_id, user_id),
  constraint memberships_external_id_length check (char_length(external_id) between 1 and 100),
  constraint memberships_left_whole check ((left_at is null) = (left_by is null)),
  constraint memberships_left_by_known check (left_by in ('partner', 'user')),
  constraint memberships_former_of_erased
    check (num_nonnulls(former_external_id, former_email) = 0 or erased_at is not null)
);

create index memberships_list_idx on memberships (partner_id, id);
create index memberships_former_idx on memberships (partner_id, id) where left_at is not null;
create unique index memberships_external_id_key on memberships (partner_id, external_id)
  where external_id is not null;
create index memberships_email_idx on memberships (partner_id, lower(email collate "C")) where left_at is null and email <> '';
-- For the member that a public board is asked for. Members whom it does not show, as most that are imported, are left out.
create index memberships_tag_idx on memberships (partner_id, tag) where not is_hidden and left_at is null;
create index memberships_former_external_id_idx on memberships (partner_id, former_external_id)
  where former_external_id is not null;
create index memberships_former_email_idx on memberships (partner_id, former_email) where former_email is not null;
create index memberships_unclaimed_idx on memberships (partner_id, lower(email collate "C"))
  where account_id is null and email <> '';

-- How often members of a partner hid their tag or showed it again. Readers add it to the ledger's change_no: a
-- user may hide the tag with many partners at once, and must not lock their ledgers for it.
create table tag_changes (
  partner_id uuid not null,
  count bigint not null,
  constraint tag_changes_pkey primary key (partner_id)
);

-- What a partner says about its members, for the conditions of rules: the whole set since the event with that number.
-- The newest is current. Erasing a member deletes all, and nothing updates one.
create table member_attributes (
  partner_id uuid not null,
  user_id uuid not null,
  since_seq bigint not null,
  actor_id bigint not null,
  attributes jsonb not null,
  constraint member_attributes_pkey primary key (partner_id, user_id, since_seq),
  constraint member_attributes_membership_fkey foreign key (partner_id, user_id)
    references memberships (partner_id, user_id),
  constraint member_attributes_object check (jsonb_typeof(attributes) = 'object')
);

-- The words of current members' tags and names, by which the dashboard searches. members/member-words.ts
-- makes them.
create table member_search_words (
  partner_id uuid not null,
  word text collate "C" not null,
  user_id uuid not null,
  constraint member_search_words_pkey primary key (partner_id, word, user_id),
  constraint member_search_words_membership_fkey foreign key (partner_id, user_id)
    references memberships (partner_id, user_id)
);

create index member_search_words_user_idx on member_search_words (partner_id, user_id, word);

-- The ends of the words of members' names, each cut to a few characters, by which any part of a name is found. A word
-- that many members share is here once.
create table member_word_parts (
  partner_id uuid not null,
  part text collate "C" not null,
  word text collate "C" not null,
  constraint member_word_parts_pkey primary key (partner_id, part, word)
);

create index member_word_parts_word_idx on member_word_parts (partner_id, word);

-- Files of members that a partner imports. A partner has at most one that is not finished.
create table imports (
  partner_id uuid not null,
  id uuid not null,
  status text not null,
  actor_id bigint not null,
  -- The job that works off the next lines.
  job_id uuid,
  -- Lines received, worked off, made members and refused.
  lines integer not null default 0,
  done integer not null default 0,
  created integer not null default 0,
  refused integer not null default 0,
  -- SHA-256 of the lines received, by which a retry is known.
  lines_hash bytea,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint imports_pkey primary key (partner_id, id),
  constraint imports_status_known check (status in ('receiving', 'running', 'finished', 'cancelled')),
  constraint imports_job_while_running check ((status = 'running') = (job_id is not null)),
  constraint imports_finished_once check ((status in ('finished', 'cancelled')) = (finished_at is not null)),
  constraint imports_done_received check (done between 0 and lines),
  constraint imports_done_each check (done = created + refused)
);

create unique index imports_unfinished_key on imports (partner_id) where status in ('receiving', 'running');
-- For purging uploads that were given up.
create index imports_receiving_idx on imports (created_at) where status = 'receiving';
create index imports_job_idx on imports (job_id) where job_id is not null;
create index imports_finished_idx on imports (finished_at) where finished_at is not null;

-- Lines that are not worked off yet, in lists of some hundred. Deleted with the transaction that works them off.
create table import_lines (
  partner_id uuid not null,
  import_id uuid not null,
  -- How many lines came before.
  after_lines integer not null,
  lines jsonb not null,
  constraint import_lines_pkey primary key (partner_id, import_id, after_lines),
  constraint import_lines_import_fkey foreign key (partner_id, import_id) references imports (partner_id, id)
    on delete cascade
);

create table import_refusals (
  partner_id uuid not null,
  import_id uuid not null,
  -- The number of the line in the file.
  line integer not null,
  -- Null when the line had none that could be one.
  external_id text,
  reason text not null,
  problem text not null,
  constraint import_refusals_pkey primary key (partner_id, import_id, line),
  constraint import_refusals_import_fkey foreign key (partner_id, import_id) references imports (partner_id, id)
    on delete cascade,
  constraint import_refusals_reason_known check (reason in ('invalid', 'already_member'))
);

-- For erasing a member.
create index import_refusals_external_id_idx on import_refusals (partner_id, external_id) where external_id is not null;
