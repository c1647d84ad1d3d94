-- What rules would have made of the activities that were recorded.

-- Each partner has at most one that waits. Purged after 30 days.
create table backtests (
  partner_id uuid not null,
  id uuid not null,
  status text not null,
  actor_id bigint not null,
  -- The job that runs it.
  job_id uuid,
  -- How often it began; a crash begins it again.
  tries integer not null default 0,
  -- Null for a rule that does not exist.
  rule_id uuid,
  -- The terms to try, as versions of rules have them.
  rule jsonb not null,
  -- Whether these are the terms of the rule at the time of the request.
  is_unchanged boolean not null,
  as_written boolean not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The last event of the ledger at the time of the request; the activities after it are left out.
  until_seq bigint not null,
  activities integer not null default 0,
  done integer not null default 0,
  result jsonb,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint backtests_pkey primary key (partner_id, id),
  constraint backtests_status_known check (status in ('waiting', 'running', 'finished', 'failed', 'cancelled')),
  constraint backtests_range_forward check (from_at < to_at),
  constraint backtests_job_until_end check ((status in ('waiting', 'running')) = (job_id is not null)),
  constraint backtests_end_once check ((status in ('waiting', 'running')) = (finished_at is null)),
  constraint backtests_result_of_finished check ((status = 'finished') = (result is not null))
);

create unique index backtests_waiting_key on backtests (partner_id) where status = 'waiting';
create unique index backtests_running_key on backtests (partner_id) where status = 'running';
create index backtests_job_idx on backtests (job_id) where job_id is not null;
-- For purging them.
create index backtests_created_at_idx on backtests (created_at);
