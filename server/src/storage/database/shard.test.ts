import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Shard, statementOn, withTables } from './shard.ts'
import { sql } from './sql.ts'

const relations = new Map([
  ['awards', 'awards_102012'],
  ['ledgers', 'ledgers_102004'],
  ['paid', '(select * from awards_102012 awards where coins > 0)'],
])
const shard: Shard = { id: '102004', hashMin: -8, hashMax: 7, relations, shapes: new Map() }

for (const [text, expected] of [
  ['select * from awards', 'select * from awards_102012 as awards'],
  ['select * from awards a where a.id = 1', 'select * from awards_102012 a where a.id = 1'],
  ['select * from awards as a', 'select * from awards_102012 as a'],
  [
    'from ledgers l join awards on awards.id = l.id',
    'from ledgers_102004 l join awards_102012 as awards on awards.id = l.id',
  ],
  [
    'from (awards\n join ledgers l using (id))',
    'from (awards_102012 as awards\n join ledgers_102004 l using (id))',
  ],
  ['insert into awards (id) select 1', 'insert into awards_102012 as awards (id) select 1'],
  ['insert into awards as t (id) values (1)', 'insert into awards_102012 as t (id) values (1)'],
  [
    'on conflict do update set coins = awards.coins for update of awards',
    'on conflict do update set coins = awards.coins for update of awards',
  ],
  ['update awards set coins = 1', 'update awards_102012 as awards set coins = 1'],
  ['delete from awards using ledgers l', 'delete from awards_102012 as awards using ledgers_102004 l'],
  [
    'select from paid where true',
    'select from (select * from awards_102012 awards where coins > 0) as paid where true',
  ],
  ['select from paid p', 'select from (select * from awards_102012 awards where coins > 0) p'],
  ['select awards, extract(day from now()) from users', 'select awards, extract(day from now()) from users'],
] as const)
  test(`on a shard, "${text}" names its tables`, () => {
    assert.equal(withTables(text, relations), expected)
  })

test('a statement on a shard has its own name, and its text is made once', () => {
  const find = (id: number) => sql`select * from awards where id = ${id} and coins > ${0}`
  const own = statementOn(shard, find(1))
  assert.match(own.text, /select \* from awards_102012 as awards where id = \$1 and coins > \$2$/)
  assert.equal(own.name, `${find(1).name}_102004`)
  assert.deepEqual(own.values, ['1', '0'])
  assert.equal(statementOn(shard, find(2)).shape, own.shape)
})
