-- The outbox. A mail is written in the transaction that causes it; a job of queue "mail" sends it.

create table mails (
  id uuid not null,
  recipient text not null,
  subject text not null,
  -- Removed once an SMTP server has accepted the mail, or once it is given up.
  encrypted_body bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  constraint mails_pkey primary key (id)
);

create index mails_created_at_idx on mails (created_at);

-- The alarms that owners had a mail about, while they last.
create table raised_alarms (
  partner_id uuid not null,
  key text not null,
  begun_at timestamptz not null,
  constraint raised_alarms_pkey primary key (partner_id, key)
);
