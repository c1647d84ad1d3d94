-- Sessions and grants whose access tokens must no longer be let in, though they have not expired. Every process reads what is new several times a second.
create table revocations (
  id text not null,
  revoked_at timestamptz not null,
  constraint revocations_pkey primary key (id)
);

create index revocations_revoked_at_idx on revocations (revoked_at);

grant select, insert, delete on revocations to laurel_service;
