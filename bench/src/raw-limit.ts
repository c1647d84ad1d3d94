import { cpuPerCall, type Load } from './load.ts'
import type { SeededPartner } from './seed.ts'
import type { BenchService } from './service.ts'

/** Writes the same rows with PostgreSQL alone: durable batches of 500 from `insert … select`. */
export async function rawLimit(
  { db, databaseCpu }: BenchService,
  { partnerId }: SeededPartner,
  batches: number,
): Promise<Load> {
  const size = 500
  await db.query(
    `create temp table members as select user_id, row_number() over (order by joined_no) as n from wallets where partner_id = '${partnerId}'`,
  )
  await db.query('create index on members (n)')
  await db.query('analyze members')
  const { rows } = await db.query('select count(*)::int as members from members')
  const cpuBefore = databaseCpu()
  const start = performance.now()
  await db.query(`do $$
    declare
      batch integer;
      first bigint;
      l record;
      r record;
    begin
      select * into r from rules where partner_id = '${partnerId}' limit 1;
      for batch in 1..${batches} loop
        select * into l from ledgers where partner_id = '${partnerId}' for update;
        first := 1 + floor(random() * (${rows[0].members} - ${size}));
        create temp table awarded on commit drop as
          select user_id, gen_random_uuid() as id, row_number() over () as i from members where n between first and first + ${size} - 1;
        insert into awards (partner_id, created_at, id, seq, rule_id, rule_name, user_id, outcome, coins, progress, progress_needed, user_awards, participants, participants_max, idempotency_key, request_hash, actor_id, rule_version, balance, points, is_new_participant)
          select '${partnerId}', now(), id, l.last_seq + i, r.id, r.name, user_id, 'paid', r.coins, 1, 1, 1, 1, r.participants_max, gen_random_uuid(), '\\x00112233445566778899aabbccddeeff', 0, 1, r.coins, r.coins, false from awarded;
        update wallets w set balance = balance + r.coins, points = points + r.coins, has_earned = true, month = date_trunc('month', now() at time zone 'utc'),
          month_earned = coalesce(month_earned, 0) + r.coins, month_earned_segment = coalesce(month_earned_segment, 1), updated_at = now()
          from awarded t where w.partner_id = '${partnerId}' and w.user_id = t.user_id;
        insert into rule_progress as s (partner_id, rule_id, user_id, paid_awards, paid_coins, paid_seq)
          select '${partnerId}', r.id, user_id, 1, r.coins, l.last_seq + i from awarded on conflict (partner_id, rule_id, user_id) do update set paid_awards = s.paid_awards + 1, paid_coins = s.paid_coins + excluded.paid_coins, paid_seq = excluded.paid_seq;
        update rules set participants = participants where partner_id = '${partnerId}' and id = r.id;
        update ledgers set last_seq = last_seq + ${size} where partner_id = '${partnerId}';
        commit;
      end loop;
    end $$`)
  const seconds = (performance.now() - start) / 1000
  const calls = batches * size
  const cpu = cpuPerCall(cpuBefore, databaseCpu(), calls)
  await db.query('drop table members')
  return { calls, perSecond: calls / seconds, p50: Number.NaN, p99: Number.NaN, notModified: 0, cpu }
}
