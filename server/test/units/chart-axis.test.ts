import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisOf } from '../../../dashboard/src/overview/chart-axis.ts'

test('an axis has whole round numbers from zero to the largest value, with short labels', () => {
  const labels = (largest: number) => {
    const { ticks, labelOf } = axisOf(largest)
    return ticks.map(labelOf)
  }
  assert.deepEqual(labels(0), ['0', '1'])
  assert.deepEqual(labels(0.5), ['0', '1'])
  assert.deepEqual(labels(7), ['0', '2', '4', '6', '8'])
  assert.deepEqual(labels(50), ['0', '10', '20', '30', '40', '50'])
  assert.deepEqual(labels(12_345), ['0', '2,500', '5,000', '7,500', '10,000', '12,500'])
  assert.deepEqual(labels(123_456), ['0', '25K', '50K', '75K', '100K', '125K'])
  assert.deepEqual(labels(1_234_567), ['0', '250K', '500K', '750K', '1M', '1.25M'])
  assert.deepEqual(labels(70_000_000_000_000), ['0', '20T', '40T', '60T', '80T'])
})

test('an axis is as wide as its longest label needs, and never wide', () => {
  for (let largest = 1; largest < 1e15; largest *= 1.7) {
    const { ticks, labelOf, width } = axisOf(largest)
    assert.ok((ticks.at(-1) ?? 0) >= largest)
    assert.ok(width >= 7 * Math.max(...ticks.map((tick) => labelOf(tick).length)))
    assert.ok(width <= 60, `${largest}: ${width}`)
  }
})
