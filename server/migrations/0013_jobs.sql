-- The tables of schema pgboss are made by pg-boss itself, before this file runs. The service may use them, and own none.
grant usage on schema pgboss to laurel_service;
grant select, insert, update, delete on pgboss.job, pgboss.job_common to laurel_service;
grant select, update on pgboss.queue, pgboss.version to laurel_service;
grant select, delete on pgboss.job_dependency to laurel_service;

-- What failed for good, from all queues, to be seen for 30 days. Nobody works on it.
select pgboss.create_queue('failed', '{"policy": "standard", "retentionSeconds": 2592000}');

-- Tried after 5 to 10 seconds, then twice as long each time, up to an hour. The sender gives up after three days, long before the limit.
select pgboss.create_queue('mail', '{
  "policy": "standard", "retryLimit": 1000, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600,
  "expireInSeconds": 180, "heartbeatSeconds": 20, "deleteAfterSeconds": 600, "deadLetter": "failed"}');

-- Kept for a day once done: the row is what tells that the hour has had its sweep.
select pgboss.create_queue('sweep', '{
  "policy": "standard", "retryLimit": 5, "retryDelay": 30, "retryBackoff": true, "retryDelayMax": 600,
  "expireInSeconds": 900, "heartbeatSeconds": 60, "deleteAfterSeconds": 86400, "deadLetter": "failed"}');

-- Mails that the outbox had not sent yet become jobs, due when they were to be tried again.
insert into pgboss.job (id, name, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
  retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
select m.id, q.name, 0, least(m.next_try_at, now() + interval '1 hour'), m.created_at, expire_seconds, deletion_seconds,
  now() + make_interval(secs => retention_seconds), retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
from mails m, pgboss.queue q
where q.name = 'mail' and m.sent_at is null and m.body_sealed is not null
on conflict do nothing;

-- How often and when a mail is tried is the queue's to know; why one was given up stays with it.
alter table mails add column given_up_at timestamptz;
update mails set given_up_at = now() where sent_at is null and body_sealed is null;
alter table mails drop column failures, drop column next_try_at;
