import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seenIn } from '../../../dashboard/src/activities/seen.ts'
import { conditionText, triggerText, unitsText } from '../../../dashboard/src/rules/condition-text.ts'
import { apiNamesIn } from '../support/api-names.ts'

const text = (when: string | null) => triggerText({ activityType: 'order.paid', when }, 'Europe/Berlin')

test('the sentence of a rule says which activities award it', () => {
  assert.equal(text(null), 'order.paid arrives')
  assert.equal(text('properties.total >= 50'), 'order.paid arrives and total is at least 50')
  assert.equal(
    text('properties.total >= 50 || member.attributes.tier in ["gold", "silver"] || member.points < 10'),
    'order.paid arrives and either total is at least 50, the member’s tier is one of “gold” or “silver” or the member’s points are less than 10',
  )
  assert.equal(
    text(
      'activity.occurredAt.getDayOfWeek("Europe/Berlin") in [6, 0] && properties.items.exists(i, i.category == "shoes")',
    ),
    'order.paid arrives and it is Saturday or Sunday and items has one whose category is “shoes”',
  )
  assert.equal(
    text(
      '(activity.occurredAt >= timestamp("2026-11-21T00:00:00+01:00") && activity.occurredAt < timestamp("2026-11-23T00:00:00+01:00"))',
    ),
    'order.paid arrives and it is from Sat 21 Nov to Sun 22 Nov 2026',
  )
  assert.equal(
    text(
      '(activity.occurredAt >= timestamp("2026-12-26T00:00:00+01:00") && activity.occurredAt < timestamp("2027-01-02T00:00:00+01:00"))',
    ),
    'order.paid arrives and it is from Sat 26 Dec 2026 to Fri 1 Jan 2027',
  )
  assert.equal(
    text('now - member.joinedAt <= duration("168h")'),
    'order.paid arrives and the member joined at most 7 days ago',
  )
  assert.equal(text('size(properties.items) > 3'), 'order.paid arrives and meets its condition')
  assert.equal(
    conditionText('properties.a > 1 && "b" in properties', 'UTC'),
    'a is more than 1 and b is there',
  )
})

test('the sentence of units says what a rule pays for', () => {
  assert.equal(unitsText('properties.total'), 'total')
  assert.equal(
    unitsText('properties.items.filter(i, i.category == "shoes").map(i, i.price * i.quantity).sum()'),
    'price × quantity of items whose category is “shoes”',
  )
  assert.equal(unitsText('properties.total * 2'), null)
})

test('sentences have no name of the interface', () => {
  for (const when of [
    'member.joinedAt >= timestamp("2026-11-21T00:00:00+01:00")',
    'activity.occurredAt < timestamp("2026-11-21T00:00:00+01:00")',
    '(activity.occurredAt.getHours("Europe/Berlin") >= 8 && activity.occurredAt.getHours("Europe/Berlin") < 20)',
    'now - member.joinedAt <= duration("168h")',
    'member.balance > 10',
    '!("coupon" in properties)',
    'properties.items.all(i, i.price > 3)',
  ])
    assert.deepEqual(apiNamesIn(text(when)), [], when)
})

test('the properties of activities are found with their kinds, those of lists apart', () => {
  assert.deepEqual(
    seenIn([
      {
        properties: { total: 5, gift: true, customer: { tier: 'gold' }, items: [{ price: 2 }, { sku: 'a' }] },
      },
      { properties: { total: 'free', tags: ['a'] } },
      { properties: null },
    ]),
    {
      properties: [
        { path: ['total'], kind: 'number', examples: ['5'] },
        { path: ['gift'], kind: 'truth', examples: ['true'] },
        { path: ['customer', 'tier'], kind: 'text', examples: ['gold'] },
        { path: ['total'], kind: 'text', examples: ['free'] },
      ],
      lists: [
        {
          path: ['items'],
          fields: [
            { path: ['price'], kind: 'number', examples: ['2'] },
            { path: ['sku'], kind: 'text', examples: ['a'] },
          ],
        },
      ],
    },
  )
})
