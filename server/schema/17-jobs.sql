-- The queues of background jobs. pg-boss creates its own tables, in schema pgboss, before this file runs.

-- Jobs of all queues that failed for the last time, shown for 30 days. No worker takes them.
select pgboss.create_queue('failed', '{"policy": "standard", "retentionSeconds": 2592000}');

-- Retries wait 5 to 10 seconds, then twice as long each time, up to an hour. The sender gives up after three
-- days, long before the retry limit.
select pgboss.create_queue('mail', '{
  "policy": "standard", "retryLimit": 1000, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600,
  "expireInSeconds": 180, "heartbeatSeconds": 20, "deleteAfterSeconds": 600, "deadLetter": "failed"}');

-- Erases the memberships of deleted accounts. The id of a job is that of the account.
select pgboss.create_queue('erase', '{
  "policy": "standard", "retryLimit": 1000, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 600,
  "expireInSeconds": 900, "heartbeatSeconds": 20, "deleteAfterSeconds": 600, "deadLetter": "failed"}');

-- Each job works off some lines of an import; the next one follows it. The job of a process that died is taken by
-- another after the heartbeat.
select pgboss.create_queue('import', '{
  "policy": "standard", "retryLimit": 1000, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 300,
  "expireInSeconds": 600, "heartbeatSeconds": 10, "deleteAfterSeconds": 600, "deadLetter": "failed"}');

-- Each job runs one backtest. That of a process that died is taken by another after the heartbeat and starts again.
select pgboss.create_queue('backtest', '{
  "policy": "standard", "retryLimit": 1000, "retryDelay": 2, "retryBackoff": true, "retryDelayMax": 300,
  "expireInSeconds": 14400, "heartbeatSeconds": 10, "deleteAfterSeconds": 600, "deadLetter": "failed"}');

-- Looks for alarms that began. A finished job is kept for an hour: its row shows that the interval has had one.
select pgboss.create_queue('alarms', '{
  "policy": "standard", "retryLimit": 5, "retryDelay": 30, "retryBackoff": true, "retryDelayMax": 600,
  "expireInSeconds": 900, "heartbeatSeconds": 60, "deleteAfterSeconds": 3600, "deadLetter": "failed"}');

-- A finished job is kept for a day: its row shows that the hour has had its purge.
select pgboss.create_queue('purge', '{
  "policy": "standard", "retryLimit": 5, "retryDelay": 30, "retryBackoff": true, "retryDelayMax": 600,
  "expireInSeconds": 900, "heartbeatSeconds": 60, "deleteAfterSeconds": 86400, "deadLetter": "failed"}');
