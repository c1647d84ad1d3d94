import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ByPartner, findByKey, insertRows } from './by-partner.ts'
import type { Db } from './database.ts'
import { type Sql, sql } from './sql.ts'

type Row = { userId: string; coins: bigint }

const row = { userId: 'u1', coins: 5n }
const insertWallets = (rows: ByPartner<Row> | Row[]) =>
  insertRows('wallets', rows, { user_id: 'uuid', coins: 'bigint' })
const textOf = (rows: ByPartner<Row> | Row[]) => insertWallets(rows).text.replaceAll(/\s+/g, ' ')

test('rows are inserted with the names of their columns, and the partner last', () => {
  assert.equal(
    textOf(new Map([['p', [row]]])),
    '/* insertWallets */ insert into wallets (user_id, coins, partner_id) select given.*, l.partner_id' +
      ' from ledgers l cross join (values ($1::uuid, $2::bigint)) as given (user_id, coins)' +
      ' where l.partner_id = $3::uuid',
  )
  assert.match(
    textOf(
      new Map([
        ['p', [row]],
        ['q', [row]],
      ]),
    ),
    /insert into wallets \(user_id, coins, partner_id\) select given\.\* from unnest\(.*\) as given \(user_id, coins, partner_id\)$/,
  )
  assert.match(
    textOf([row, row]),
    /insert into wallets \(user_id, coins\) select given\.\* from unnest\(.*\) as given \(user_id, coins\)$/,
  )
})

test('the same insert is the same prepared statement, and a clause may follow', () => {
  const lists = [[row, row], [row]].map((rows) => new Map([['p', [...rows, row]]]))
  assert.equal(new Set(lists.map((rows) => insertWallets(rows).name)).size, 1)
  assert.match(sql`${insertWallets([row])} on conflict do nothing`.text, /coins\) on conflict do nothing$/)
})

test('a look-up is planned again as a table grows that was empty when it was first planned', async () => {
  const names: string[] = []
  const many = async ({ name }: Sql) => {
    names.push(name)
    return []
  }
  const db = { many } as unknown as Db
  const keys = new Map([['p', ['k1', 'k2']]])
  const find = () =>
    findByKey(
      db,
      keys,
      'uuid',
      (partnerId, isKey) => sql`
      select id
      from notes
      where partner_id = ${partnerId} and id ${isKey}`,
      { growing: ['notes'] },
    )
  // Between the 64th and the 128th run, only the table's growth plans it again.
  for (let run = 0; run < 64; run += 1) await find()
  const before = names.at(-1)
  await find()
  assert.equal(names.at(-1), before)
  insertRows('others', [row, row, row, row], { user_id: 'uuid' })
  await find()
  assert.equal(names.at(-1), before)
  insertRows('notes', [row, row, row, row], { user_id: 'uuid' })
  await find()
  assert.notEqual(names.at(-1), before)
})
