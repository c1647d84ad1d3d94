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
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (partner_id, user_id),
  constraint memberships_external_id_length check (char_length(external_id) between 1 and 100),
  constraint memberships_left_whole check ((left_at is null) = (left_by is null)),
  constraint memberships_left_by_known check (left_by in ('partner', 'user'))
);

create index memberships_list_idx on memberships (partner_id, id);
create unique index memberships_external_id_key on memberships (partner_id, external_id)
  where external_id is not null;
create index memberships_email_idx on memberships (partner_id, lower(email)) where left_at is null and email <> '';
create index memberships_unclaimed_idx on memberships (partner_id, lower(email))
  where account_id is null and email <> '';

-- How often members of a partner hid their tag or showed it again. Readers add it to the ledger's change_no: a
-- user may hide the tag with many partners at once, and must not lock their ledgers for it.
create table tag_changes (
  partner_id uuid not null,
  count bigint not null,
  constraint tag_changes_pkey primary key (partner_id)
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
