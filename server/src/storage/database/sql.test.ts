import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf, rowsTable, sql } from './sql.ts'

const ofPartner = (partnerId: string) => sql`partner_id = ${partnerId}`
const listRules = (partnerId: string, name: string | null) => sql`
  select id from rules where ${allOf(ofPartner(partnerId), name === null ? null : sql`name = ${name}`)} limit ${5}`

test('nested fragments become text, and every other value a parameter in its place', () => {
  const statement = listRules('p', 'first')
  assert.match(statement.text, /where partner_id = \$1 and name = \$2 limit \$3$/)
  assert.deepEqual(statement.values, ['p', 'first', '5'])
})

test('each composition is a prepared statement of its own, and the same composition the same one', () => {
  assert.equal(listRules('p', 'a').name, listRules('q', 'b').name)
  assert.notEqual(listRules('p', 'a').name, listRules('p', null).name)
})

test('the text of a statement begins with the function that made it', () => {
  function findNothing() {
    return sql`select`
  }
  assert.match(findNothing().text, /^\/\* findNothing \*\/ select/)
  assert.match(listRules('p', null).text, /^\/\* listRules \*\//)
})

test('a statement that a callback without a name made begins with its file', async () => {
  const inImmediate = await new Promise<string>((resolve) => setImmediate(() => resolve(sql`select`.text)))
  const inTimeout = await new Promise<string>((resolve) => setTimeout(() => resolve(sql`select`.text)))
  for (const text of [inImmediate, inTimeout]) assert.match(text, /^\/\* sql\.test \*\//)
})

test('rows are a table with typed columns, taken from properties by name or from a function', () => {
  const rows = [
    { userId: 'u1', coins: 5n, note: 'a "quoted" \\ note' },
    { userId: 'u2', coins: 7n, note: null },
  ]
  const insert = (list: typeof rows) => sql`
    select * from ${rowsTable('c', list, {
      user_id: 'uuid',
      coins: 'bigint',
      note: 'text',
      hash: { type: 'bytea', of: ({ coins }) => Buffer.from([Number(coins)]) },
    })} where ${true}`
  const statement = insert(rows)
  assert.match(
    statement.text,
    /from unnest\(\$1::uuid\[\], \$2::bigint\[\], \$3::text\[\], \$4::bytea\[\]\) as c \(user_id, coins, note, hash\) where \$5$/,
  )
  assert.deepEqual(statement.values, [
    '{"u1","u2"}',
    '{"5","7"}',
    '{"a \\"quoted\\" \\\\ note",NULL}',
    '{"\\\\x05","\\\\x07"}',
    'true',
  ])
  assert.equal(insert([]).name, statement.name)
})

test('each time among rows is written as it is, whatever came before it', () => {
  const [first, second] = ['2027-01-31T22:59:59.999Z', '2027-02-01T00:00:00.000Z']
  const rows = [first, first, second, null, first].map((time) => ({ at: time && new Date(time) }))
  const { values } =
    sql`select * from ${rowsTable('c', rows, { at: 'timestamptz' })} where ${new Date(second)}`
  assert.deepEqual(values, [`{"${first}","${first}","${second}",NULL,"${first}"}`, second])
  assert.throws(() => sql`select ${new Date(Number.NaN)}`, RangeError)
})

test('where values are asked for, a row alone is a row of values, which is a statement of its own', () => {
  const select = (list: { userId: string; hash: Buffer; note: string | null }[]) =>
    sql`select * from ${rowsTable('c', list, { user_id: 'uuid', hash: 'bytea', note: 'text' }, { single: 'values' })}`
  const row = { userId: 'u1', hash: Buffer.from([5]), note: 'a "quoted" \\ note' }
  const one = select([row])
  assert.match(one.text, /from \(values \(\$1::uuid, \$2::bytea, \$3::text\)\) as c \(user_id, hash, note\)$/)
  assert.deepEqual(one.values, ['u1', Buffer.from([5]), 'a "quoted" \\ note'])
  assert.deepEqual(select([{ ...row, note: null }]).values.at(-1), null)
  assert.notEqual(one.name, select([row, row]).name)
  assert.match(select([row, row]).text, /from unnest/)
})
