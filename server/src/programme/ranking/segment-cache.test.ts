import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Board } from './board.ts'
import { cacheBoard, cachedBoards } from './segment-cache.ts'

const PARTNER = '01a00000-0000-7000-8000-000000000000'

const boardOf = (month: number): Board => ({
  name: 'earner',
  month: `2026-${String(month).padStart(2, '0')}-01`,
})

const cacheLarge = (board: Board, segments: number) =>
  cacheBoard(PARTNER, 1n, board, {
    starts: Array.from({ length: segments }, (_, index) => ({ no: index, negatedScore: index, joinedNo: 0 })),
    counts: null,
  })

test('the boards of one partner that were cached last stay, up to its share', () => {
  for (const month of [1, 2, 3, 1, 4]) cacheLarge(boardOf(month), 20_000)
  const months = [...(cachedBoards(PARTNER)?.boards.keys() ?? [])]
  assert.equal(months.length, 2)
  assert.match(months.join(' '), /2026-01-01.*2026-04-01/)
})

test('a board that is larger than the share of a partner is cached alone', () => {
  cacheLarge(boardOf(5), 60_000)
  assert.equal(cachedBoards(PARTNER)?.boards.size, 1)
})
