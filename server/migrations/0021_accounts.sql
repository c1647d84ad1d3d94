-- Kinds of tokens: client, team and user.

alter table requests
  drop constraint requests_caller_known,
  drop constraint requests_team_member_of_person;

update requests
set caller = case caller when 'partner' then 'client' when 'person' then 'team' else caller end;

alter table requests
  add constraint requests_caller_known check (caller in ('client', 'team', 'user')),
  add constraint requests_team_member_of_team check ((caller = 'team') = (team_member_id is not null));
