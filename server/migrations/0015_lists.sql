-- What lists are searched by: the words of members' tags and names, and the awards that did not pay.

create table member_words (
  partner_id uuid not null,
  word text collate "C" not null,
  user_id uuid not null,
  constraint member_words_pkey primary key (partner_id, word, user_id),
  constraint member_words_membership_fkey foreign key (partner_id, user_id) references memberships (partner_id, user_id)
);

create index member_words_user_idx on member_words (partner_id, user_id, word);

-- As members/member-words.ts makes them.
insert into member_words (partner_id, word, user_id)
select distinct m.partner_id, w.word, m.user_id
from memberships m
cross join lateral regexp_split_to_table(
  regexp_replace(normalize(lower(m.tag || ' ' || m.fullname), nfkd), '[\u0300-\u036f]', '', 'g'),
  '\s+'
) as chunk
cross join lateral (
  select btrim(chunk, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~') as word
  union all
  select regexp_split_to_table(chunk, '[!-/:-@\[-`{-~\u00a1-\u00bf\u2010-\u205e\u3001-\u303f]+')
) w
where m.left_at is null and w.word <> '';

create index awards_not_paid_idx on awards (partner_id, outcome, event_no) where outcome <> 'paid';

grant select, insert, delete on member_words to laurel_service;
