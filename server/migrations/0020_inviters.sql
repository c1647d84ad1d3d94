-- An invitation does not outlive the right to send it: it knows who sent it, and goes when that member does.

alter table invitations
  -- Null for invitations of before.
  add column invited_by uuid,
  add constraint invitations_invited_by_fkey foreign key (invited_by) references team_members (id) on delete cascade;

create index invitations_invited_by_idx on invitations (invited_by);
