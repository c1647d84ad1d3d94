import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Condition, type ConditionKind, conditionOf, parseCondition } from './condition.ts'
import { evaluateWhen } from './evaluate.ts'

test('a problem says where it is and what to do', () => {
  const cases: Record<string, string> = {
    'total > 5': 'line 1, column 1: unknown name "total"; did you mean properties.total?',
    '1 > 2 || propertis.x': 'line 1, column 10: unknown name "propertis"; did you mean properties?',
    'points > 5': 'line 1, column 1: unknown name "points"; did you mean member.points?',
    'properties.items.exists(i, j.price > 5)':
      'line 1, column 28: unknown name "j"; did you mean properties.j?',
    'constructor == 1': 'line 1, column 1: unknown name "constructor"; did you mean properties.constructor?',
    'member.point > 5': 'line 1, column 8: unknown field "point" of member; did you mean points?',
    'activity.user == "x"':
      'line 1, column 10: unknown field "user" of activity; it has type, reference, occurredAt',
    'member.toString == 1':
      'line 1, column 8: unknown field "toString" of member; it has externalId, joinedAt, points, balance, attributes',
    'member == null':
      'line 1, column 1: name a field of member: externalId, joinedAt, points, balance, attributes',
    'member["points"] > 1':
      'line 1, column 1: name a field of member: externalId, joinedAt, points, balance, attributes',
    'member.points.x == 1': 'line 1, column 15: member.points is a number and has no x',
    'properties.total = 5': 'line 1, column 18: unexpected "="; compare with ==',
    'properties.a and properties.b': 'line 1, column 14: unexpected "and"; write &&',
    '(properties.a': 'line 1, column 14: the expression ends here, but something is missing',
    '': 'line 1, column 1: the expression ends here, but something is missing',
    'properties.a\n  && )': 'line 2, column 6: unexpected ")"',
    '"abc': 'line 1, column 1: the quote of this text is not closed on its line',
    '"a\\q" == "x"': 'line 1, column 3: unknown escape; write a backslash as "\\\\"',
    '.5 < 1.0': 'line 1, column 1: unexpected "."; write a digit before the point',
    '99999999999999999999 > 1':
      'line 1, column 1: 99999999999999999999 is too large; write it with a decimal point',
    '1u == 1': 'line 1, column 1: 1u is not supported; write a number or a text',
    'b"x" == "x"': 'line 1, column 1: b"x" is not supported; write a number or a text',
    'properties.x.matches("a.*")':
      'line 1, column 14: patterns are not supported; use startsWith(), endsWith() or contains()',
    'matches(properties.x, "a.*")':
      'line 1, column 1: patterns are not supported; use startsWith(), endsWith() or contains()',
    'properties.x.contain("a")': 'line 1, column 14: unknown function contain(); did you mean contains()?',
    'properties.x.__proto__()': 'line 1, column 14: unknown function __proto__()',
    'toString() == 1': 'line 1, column 1: unknown function toString(); did you mean string()?',
    'properties.x.contains("a", "b")': 'line 1, column 1: contains() takes 1 value, not 2',
    'properties.x.contains(5)': 'line 1, column 1: contains() does not take a whole number',
    'has(properties)': 'line 1, column 1: has() takes a field, such as has(properties.coupon)',
    'properties.x.exists(5, true)':
      'line 1, column 21: its first argument is a name, such as in exists(i, i.price > 10)',
    'properties.x.exists(i)':
      'line 1, column 1: exists() takes a name and what to do, such as exists(i, i.price > 10)',
    'member.points.exists(i, true)': 'line 1, column 1: exists() goes through a list, not a number',
    'properties.x.exists(i, 5)': 'line 1, column 24: exists() takes a test, not a whole number',
    'member.joinedAt > 5': 'line 1, column 1: ">" does not take a time and a whole number',
    'properties.total + "x" == 5': 'line 1, column 1: "==" does not take text and a whole number',
    '"a" + 1 == 2': 'line 1, column 1: "+" does not take text and a whole number',
    'properties.a && 5': 'line 1, column 17: "&&" takes what is true or false, not a whole number',
    '5.5 % 2 == 1.0': 'line 1, column 1: "%" does not take a number and a whole number',
    '-"x" == 1': 'line 1, column 1: "-" does not take text',
    'now.getHours("Europe/Wien") > 1':
      'line 1, column 14: "Europe/Wien" is not a time zone such as "Europe/Berlin"',
    'now.getHours(properties.zone) > 1':
      'line 1, column 14: properties.zone is not a time zone such as "Europe/Berlin"',
    'now > timestamp("2026-02-30T00:00:00Z")':
      'line 1, column 7: timestamp("2026-02-30T00:00:00Z"): the text is not a time such as "2026-12-24T18:00:00Z"',
    'now - member.joinedAt > duration("3 days")':
      'line 1, column 25: duration("3 days"): the text is not a duration such as "36h" or "1h30m"',
    '1 + 1': 'line 1, column 1: the expression must be true or false; it is a whole number',
    [`true${' '.repeat(2_000)}`]: 'the expression is longer than 2000 characters',
    [`${'('.repeat(990)}true${')'.repeat(990)}`]:
      'line 1, column 101: more brackets inside brackets, or longer lists, than an expression can have',
    [`${'!'.repeat(1_990)}true`]:
      'line 1, column 252: more than 250 operations follow each other; use a list with "in"',
    [`true${'||true'.repeat(300)}`]:
      'line 1, column 1: more than 250 operations follow each other; use a list with "in"',
  }
  for (const [source, problem] of Object.entries(cases)) {
    assert.deepEqual(parseCondition(source, 'when'), { problem }, source)
  }
  assert.deepEqual(parseCondition('properties.paid == true', 'units'), {
    problem: 'line 1, column 1: the expression must be a number; it is true or false',
  })
})

test('an expression with the deepest nesting is evaluated', () => {
  for (const source of [
    `${'('.repeat(99)}true${')'.repeat(99)}`,
    `${'!'.repeat(250)}true`,
    `true${'&&true'.repeat(250)}`,
    `size(${'['.repeat(98)}1${']'.repeat(98)}) == 1`,
  ]) {
    assert.equal(parsed(source).run({ input: {} as never, locals: [], steps: 0, names: new Map() }), true)
  }
})

test('a condition knows what it reads', () => {
  const source =
    'member.points > 5 && member.attributes.city == "x" && properties.items.exists(i, i.a == properties["the total"]) && now > member.joinedAt'
  const { readsMember, readsNow, reads, attributes, properties } = parsed(source)
  assert.deepEqual(
    { readsMember, readsNow, reads, attributes, properties },
    {
      readsMember: true,
      readsNow: true,
      reads: new Set(['points', 'attributes', 'joinedAt']),
      attributes: ['city'],
      properties: ['items', 'the total'],
    },
  )
  const other = parsed('properties.total > 5.0 && has(activity.reference)')
  assert.deepEqual(
    { ...other, source: '', kind: '', steps: 0, run: null },
    {
      source: '',
      kind: '',
      steps: 0,
      run: null,
      readsProperties: true,
      readsMember: false,
      readsNow: false,
      reads: new Set(),
      attributes: [],
      properties: ['total'],
    },
  )
  assert.equal(parsed('member.attributes[properties.name] == 1').attributes, null)
  assert.equal(parsed('size(member.attributes) == 1').attributes, null)
  assert.deepEqual(parsed('has(member.attributes.vip)').attributes, ['vip'])
})

test('a saved expression is parsed once', () => {
  const condition = conditionOf('properties.total', 'units')
  assert.equal(conditionOf('properties.total', 'units'), condition)
  assert.notEqual(conditionOf('properties.total', 'when'), condition)
  assert.throws(() => conditionOf('total', 'when'), /unknown name/)
})

test('no text is more than a problem or an expression', () => {
  const tokens =
    'properties . items x i 1 2.5 "text" ( ) [ ] { } , : ? ! - + * / % && || == < in exists all map filter has size sum now member attributes getHours'
  const anyTokens = fc.array(fc.constantFrom(...tokens.split(' ')), { maxLength: 40 })
  fc.assert(
    fc.property(
      fc.oneof(
        anyTokens.map((words) => words.join(' ')),
        fc.string(),
      ),
      (source) => {
        const condition = parseCondition(source, 'when')
        if ('problem' in condition) assert.match(condition.problem, /^line \d+, column \d+: /)
        else
          evaluateWhen(condition, {
            properties: { items: [1] },
            activity: {} as never,
            member: null,
            now: null,
          })
      },
    ),
    { numRuns: 2_000 },
  )
})

function parsed(source: string, kind: ConditionKind = 'when'): Condition {
  const condition = parseCondition(source, kind)
  assert.ok(!('problem' in condition), JSON.stringify(condition))
  return condition
}
