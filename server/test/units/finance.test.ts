import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  daysOfMonth,
  monthAfter,
  monthBefore,
  readFinance,
} from '../../../dashboard/src/finance/finance-search.ts'
import { csvOf } from '../../../dashboard/src/format/csv.ts'
import { moneyText, worthOf } from '../../../dashboard/src/format/money.ts'
import { contrastOf, readableAccents } from '../../../dashboard/src/partners/accent.ts'
import * as service from '../../src/programme/partners/accent.ts'

test('the worth of coins is exact, and is rounded only when it is shown', () => {
  const cent = { amount: '0.01', currency: 'EUR' }
  assert.equal(worthOf('1986.5', cent), '19.865')
  assert.equal(worthOf('-0.01', { amount: '0.000001', currency: 'EUR' }), '-0.00000001')
  assert.equal(worthOf('99999999999.99', { amount: '1000000', currency: 'EUR' }), '99999999999990000')
  assert.equal(worthOf('0', cent), '0')
  assert.equal(moneyText('19.865', 'EUR'), '€19.87')
  assert.equal(moneyText('-3', 'EUR'), '−€3.00')
  assert.equal(moneyText('1234567', 'JPY'), '¥1,234,567')
  // More digits than a number holds.
  assert.equal(moneyText('99999999999990000.12', 'EUR'), '€99,999,999,999,990,000.12')
})

test('a file for spreadsheets keeps numbers and quotes text, and no cell is a formula', async () => {
  const file = csvOf([
    ['Rule', 'Coins'],
    ['a "big", sale', '-10.5'],
    ['=1+1', '5'],
    ['  @sum', '0'],
    ['-10 % off', '1'],
    ['＝1+1', '-20'],
    [null, 'a;b'],
    [],
  ])
  const bytes = new Uint8Array(await file.arrayBuffer())
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf])
  assert.equal(
    new TextDecoder().decode(bytes),
    `Rule,Coins\n"a ""big"", sale",-10.5\n'=1+1,5\n'  @sum,0\n'-10 % off,1\n'＝1+1,-20\n,"a;b"\n\n`,
  )
})

test('months follow each other over the years, and an address with another month is ignored', () => {
  assert.equal(monthBefore('2026-01'), '2025-12')
  assert.equal(monthAfter('2025-12'), '2026-01')
  assert.equal(monthAfter('2026-01'), '2026-02')
  assert.deepEqual(daysOfMonth('2028-02'), { from: '2028-02-01', to: '2028-02-29' })
  const shown = { month: '2026-03', asOf: 7, order: 'net' }
  assert.deepEqual(readFinance(shown), shown)
  const nothing = { month: undefined, asOf: undefined, order: undefined }
  assert.deepEqual(readFinance({ month: '2026-13', asOf: '1.5', order: 'id' }), nothing)
  assert.deepEqual(readFinance({ month: 202603, asOf: -1 }), nothing)
})

test('the preview of an accent has the colours that the service makes of it', () => {
  const colours = Array.from(
    { length: 500 },
    (_, index) => `#${((index * 33_554_393) % 0x1000000).toString(16).padStart(6, '0')}`,
  )
  for (const accent of ['#000000', '#ffffff', '#3fa36c', ...colours]) {
    assert.deepEqual(readableAccents(accent), service.readableAccents(accent), accent)
    assert.equal(contrastOf(accent, '#f7f5ef'), service.contrastOf(accent, '#f7f5ef'), accent)
  }
})
