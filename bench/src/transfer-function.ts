import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Call, driveCalls, type Load } from './load.ts'
import type { BenchService } from './service.ts'

/** Few, so that PostgreSQL keeps both cores instead of switching between waiting connections. */
const CONNECTIONS = 10
const ACCOUNTS = 10_000

/**
 * Double-entry bookkeeping in PL/pgSQL: one statement and one transaction for each transfer, which locks both
 * accounts in order and writes the transfer, two entries and two balances.
 */
const SCHEMA = `
  create schema bookkeeping;
  create table bookkeeping.accounts (
    id uuid primary key,
    balance bigint not null default 0,
    version bigint not null default 0,
    updated_at timestamptz not null default now()
  );
  create table bookkeeping.transfers (
    id uuid primary key,
    from_account uuid not null references bookkeeping.accounts,
    to_account uuid not null references bookkeeping.accounts,
    amount bigint not null check (amount > 0),
    created_at timestamptz not null,
    check (from_account <> to_account)
  );
  create table bookkeeping.entries (
    id uuid primary key,
    transfer_id uuid not null references bookkeeping.transfers,
    account_id uuid not null references bookkeeping.accounts,
    amount bigint not null,
    balance_before bigint not null,
    balance_after bigint not null,
    account_version bigint not null,
    created_at timestamptz not null,
    unique (account_id, account_version)
  );
  create index on bookkeeping.transfers (from_account);
  create index on bookkeeping.transfers (to_account);
  create index on bookkeeping.entries (transfer_id);

  create function bookkeeping.transfer(payer uuid, payee uuid, coins bigint) returns uuid
  language plpgsql as $$
  declare
    made uuid := uuidv7();
    moved record;
  begin
    perform from bookkeeping.accounts where id in (payer, payee) order by id for update;
    insert into bookkeeping.transfers values (made, payer, payee, coins, now());
    for moved in select * from (values (payer, -coins), (payee, coins)) as both_sides (account_id, amount) loop
      with changed as (
        update bookkeeping.accounts
        set balance = balance + moved.amount, version = version + 1, updated_at = now()
        where id = moved.account_id
        returning balance, version
      )
      insert into bookkeeping.entries
      select uuidv7(), made, moved.account_id, moved.amount, balance - moved.amount, balance, version, now()
      from changed;
    end loop;
    return made;
  end $$`

/** Transfers with one busy account on one side, as the accounts of a partner are, or between any two. */
export type TransferFunction = {
  drive(between: 'one and many' | 'any two', seconds: number): Promise<Load>
  close(): Promise<void>
}

export async function createTransferFunction(service: BenchService): Promise<TransferFunction> {
  await service.db.query(SCHEMA)
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID())
  await service.db.query('insert into bookkeeping.accounts (id) select unnest($1::uuid[])', [accounts])
  await service.db.query('vacuum analyze bookkeeping.accounts')
  const pool: pg.Pool = service.pool(CONNECTIONS)
  const [busy, ...others] = accounts as [string, ...string[]]
  const transfer = (from: string, to: string) =>
    pool.query({
      name: 'transfer',
      text: 'select bookkeeping.transfer($1, $2, $3)',
      values: [from, to, 1000],
    })
  return {
    drive(between, seconds) {
      const call: Call = async () => {
        const at = Math.floor(Math.random() * (others.length - 1))
        const [from, to] = [others[at] as string, others[at + 1] as string]
        await transfer(between === 'any two' ? from : busy, to)
        return 200
      }
      const calls = Array.from({ length: CONNECTIONS }, () => call)
      return driveCalls(calls, { seconds, cpu: service.databaseCpu })
    },
    async close() {
      await pool.end()
      await service.db.query('drop schema bookkeeping cascade')
    },
  }
}
