import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mirroredAxisOf } from '../../../dashboard/src/components/chart-axis.ts'

test('an axis has whole round numbers from the largest value below zero to that above it, with short labels', () => {
  const labels = (above: number, below: number) => {
    const { ticks, labelOf } = mirroredAxisOf(above, below)
    return ticks.map((tick) => `${tick < 0 ? 'below ' : ''}${labelOf(tick)}`)
  }
  assert.deepEqual(labels(0, 0), ['0', '1'])
  assert.deepEqual(labels(0.5, 0), ['0', '1'])
  assert.deepEqual(labels(7, 0), ['0', '5', '10'])
  assert.deepEqual(labels(250, 90), ['below 100', '0', '100', '200', '300'])
  assert.deepEqual(labels(12_345, 100), ['below 5,000', '0', '5,000', '10,000', '15,000'])
  assert.deepEqual(labels(1_234_567, 0), ['0', '500K', '1M', '1.5M'])
  assert.deepEqual(labels(0, 30), ['below 30', 'below 20', 'below 10', '0', '10'])
})

test('an axis holds both values, and is as wide as its longest label needs, and never wide', () => {
  for (let largest = 1; largest < 1e15; largest *= 1.7) {
    const { ticks, labelOf, width } = mirroredAxisOf(largest, largest / 3)
    assert.ok((ticks.at(-1) ?? 0) >= largest)
    assert.ok(-(ticks[0] ?? 0) >= largest / 3)
    assert.ok(width >= 7 * Math.max(...ticks.map((tick) => labelOf(tick).length)))
    assert.ok(width <= 60, `${largest}: ${width}`)
  }
})
