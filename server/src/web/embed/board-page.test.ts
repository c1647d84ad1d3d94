import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Assets, type Brand, boardPage, type Look, type PublicEntry } from './board-page.ts'

const ASSETS: Assets = {
  style: '/style.css',
  script: '/frame.js',
  accent: (digits) => `/accent/${digits}.css`,
}

const pageOf = ({
  board = 'points',
  coins = { coinName: null, coinsName: null },
  entries = [],
  brand = { logoUrl: null, accent: null },
  look = { theme: 'auto' },
}: Partial<Pick<Parameters<typeof boardPage>[0], 'board' | 'coins'>> & {
  entries?: PublicEntry[]
  brand?: Brand
  look?: Look
}) =>
  boardPage(
    {
      board,
      period: 'All time',
      partnerName: 'Acme',
      coins,
      brand,
      entries,
      own: undefined,
      me: undefined,
      now: new Date('2026-03-01T09:30:00Z'),
    },
    look,
    ASSETS,
  ).text

test('a board has the logo and the accent of its partner, unless the site chooses another accent', () => {
  const brand = { logoUrl: '/brand/"acme".png', accent: '#8a5f0a' }
  assert.match(pageOf({ brand }), /<img src="\/brand\/&quot;acme&quot;\.png" alt="" height="40">/)
  assert.match(pageOf({ brand }), /href="\/accent\/8A5F0A\.css"/)
  const chosen = pageOf({ brand, look: { theme: 'auto', accent: '0af' } })
  assert.match(chosen, /href="\/accent\/00AAFF\.css"/)
  assert.doesNotMatch(chosen, /8A5F0A/)
  assert.doesNotMatch(pageOf({}), /<img|accent/)
})

test('a board has the name that the partner gives to coins', () => {
  const page = pageOf({ board: 'earner', coins: { coinName: 'bean', coinsName: 'beans' } })
  assert.match(page, /The first who earns beans takes the lead/)
  const entries = [{ position: 1, previousPosition: null, tag: 'ada', name: 'ada', amount: 500n }]
  const spent = pageOf({ board: 'spender', coins: { coinName: 'bean', coinsName: 'beans' }, entries })
  assert.match(spent, /<th class="amount" scope="col">Beans spent<\/th>/)
  assert.doesNotMatch(page + spent, /\bcoins?\b/i)
})

test('the first three places have a medal, shared or not, if there is something to win', () => {
  const entry = (position: number, amount: bigint) => ({
    position,
    previousPosition: null,
    tag: `tag${position}`,
    name: `tag${position}`,
    amount,
  })
  const medals = (entries: PublicEntry[]) =>
    [...pageOf({ entries }).matchAll(/class="medal medal-(\d)"/g)].map(([, place]) => Number(place))
  assert.deepEqual(medals([entry(1, 9n), entry(2, 5n), entry(2, 5n), entry(4, 1n)]), [1, 2, 2])
  assert.deepEqual(medals([entry(1, 9n), entry(2, 0n), entry(2, 0n)]), [1])
  assert.deepEqual(medals([entry(1, 0n), entry(1, 0n)]), [])
})

test('movement is shown beside those who have some, and not on a board where all are new', () => {
  const entry = (position: number, previousPosition: number | null): PublicEntry => ({
    position,
    previousPosition,
    tag: `tag${position}`,
    name: `tag${position}`,
    amount: 5n,
  })
  const movements = (entries: PublicEntry[]) =>
    [...pageOf({ entries }).matchAll(/<td class="movement">(.*?)<\/td>/g)].map(
      ([, cell = '']) =>
        cell
          .replaceAll(/<[^>]+>/g, ' ')
          .trim()
          .split(/\s+/)[0],
    )
  assert.deepEqual(movements([entry(1, 3), entry(2, 1), entry(3, 0), entry(4, 4), entry(5, null)]), [
    '▲2',
    '▼1',
    'new',
    '',
    '',
  ])
  assert.deepEqual(movements([entry(1, 0), entry(2, 0)]), [])
  assert.deepEqual(movements([entry(1, null)]), [])
})
