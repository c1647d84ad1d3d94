import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Condition, type ConditionKind, parseCondition } from './condition.ts'
import { type ConditionInput, type Evaluated, evaluateUnits, evaluateWhen } from './evaluate.ts'

const input: ConditionInput = {
  properties: JSON.parse(`{
    "total": 59.9,
    "count": 3,
    "name": "Größe 😀",
    "paid": true,
    "nothing": null,
    "tier": "gold",
    "at": "2026-07-04T23:30:00+02:00",
    "price": "19.99",
    "huge": 1e308,
    "endless": 1e999,
    "items": [
      {"category": "shoes", "price": 19.99, "quantity": 2, "tags": ["sale", "new"]},
      {"category": "socks", "price": 4.5, "quantity": 4, "tags": []}
    ],
    "amounts": [0.1, 0.2, 0.3],
    "__proto__": {"x": 1},
    "in": 1
  }`),
  activity: { type: 'order.paid', reference: null, occurredAt: new Date('2026-07-04T16:00:00Z') },
  member: {
    externalId: 'customer-7',
    joinedAt: new Date('2026-01-01T00:00:00Z'),
    points: 525n,
    balance: 1_250n,
    attributes: { city: 'Wien', age: 40, vip: true },
  },
  now: new Date('2026-07-04T22:30:00Z'),
}

test('conditions that hold', () => {
  const sources = [
    // Numbers of JSON are doubles, and whole numbers next to them count as doubles.
    'properties.total >= 50',
    'properties.total * 2 == 119.8',
    'properties.count == 3 && 3 == properties.count && 3.0 == 3',
    'size(properties.items) * 1.5 == 3',
    'size(properties.items) / 2 == 1 && 7 / 2 == 3 && 7 / 2.0 == 3.5 && -7 / 2 == -3 && -7 % 4 == -3',
    'int(properties.total / 10) == 5 && int("42") == 42 && int(-3.9) == -3 && int(timestamp(5)) == 5',
    'double(properties.price) * 2 == 39.98 && double("1e3") == 1000 && double(2) == 2.0',
    '9007199254740993 > 9007199254740992.0 && -9223372036854775808 < 0',
    'properties.total + 1 > properties.total && properties.total - 1 < properties.total && -properties.count == -3',
    'properties.endless > properties.huge',
    // Text.
    'properties.name.startsWith("Gr") && properties.name.endsWith("😀") && properties.name.contains("öße")',
    'size(properties.name) == 7 && properties.name.size() == 7 && "".size() == 0',
    'properties.name.lower() == "größe 😀" && "GRÖSSE".lower() == "grösse"',
    '"GRÖSSE".lowerAscii() == "grÖsse" && "größe".upperAscii() == "GRößE"',
    '"abcabd".contains("abd") && "aab".contains("ab") && "x".contains("") && !"ab".contains("abc")',
    '"abababac".contains("ababac") && !"abababab".contains("ababac")',
    '"a" + "b" == "ab" && "a" < "b" && string(1.5) == "1.5" && string(12) == "12" && string(true) == "true"',
    "'single' == \"single\" && r'\\d' == '\\\\d' && '''two\nlines'''.size() == 9",
    // Logic: what decides outweighs what fails.
    'properties.paid && !false',
    'properties.missing > 1 || properties.paid',
    'properties.paid || properties.missing > 1',
    '!(properties.missing > 1 && false)',
    'properties.paid ? true : properties.missing',
    'properties.nothing == null && properties.nothing != 1 && properties.total != null',
    // Presence, and names that JavaScript gives to every object.
    'has(properties.total) && has(properties.nothing) && !has(properties.toString) && !has(properties.constructor)',
    'properties["in"] == 1 && "in" in properties && !("valueOf" in properties)',
    'properties.__proto__.x == 1 && properties["__proto__"].x == 1 && !has(properties.__proto__.toString)',
    '!has(activity.reference) && activity.reference == null && has(member.externalId)',
    // Lists and maps.
    'properties.items[0].price == 19.99 && properties.items[1.0].category == "socks"',
    'properties.items.exists(i, i.category == "shoes") && !properties.items.all(i, i.price > 10)',
    'properties.items.exists_one(i, "sale" in i.tags)',
    'properties.items.exists(i, i.tags.exists(t, t == "new"))',
    'properties.items.exists(i, i.missing == 1 || i.price > 1)',
    'properties.items.exists(i, i.tags[0] == "sale")',
    'properties.items.filter(i, i.price < 10).map(i, i.category) == ["socks"]',
    'properties.items.map(i, i.price > 10, i.quantity) == [2]',
    'properties.items.map(i, i.tags.size()) == [2, 0]',
    '[1, 2].all(i, [3].exists(i, i == 3) && i < 3)',
    '[].sum() == 0 && [1, 2].sum() == 3 && [1, 2.5].sum() == 3.5 && properties.amounts.sum() == 0.6',
    '[3, 1.5, 2].min() == 1.5 && [3, 1.5, 2].max() == 3 && ["b", "a"].min() == "a"',
    '[].all(i, false) && ![].exists(i, true) && [1, 2] + [3] == [1, 2, 3] && 2 in [1.0, 2.0]',
    '{"gold": 2.0, "silver": 1.5}[properties.tier] == 2 && {1: "a"}[1.0] == "a" && {true: 1}[true] == 1',
    '{"a": [1]} == {"a": [1.0]} && {"a": 1} != {"b": 1} && properties.items[0].tags == ["sale", "new"]',
    'properties.items[0] == properties.items[0] && properties.items[0] != properties.items[1]',
    '{"a": 1, "b": 2}.exists(k, k == "b") && properties.items[0].exists(k, k == "price") && size({"a": 1}) == 1',
    'properties.items[0] in properties.items',
    // The member and the activity.
    'member.points == 5.25 && member.points < 6 && member.balance == 12.5 && member.balance > 12',
    'member.attributes.city == "Wien" && member.attributes.vip && member.attributes.age >= 18',
    'activity.type == "order.paid" && activity.occurredAt < now && member.externalId.startsWith("customer")',
    // Times: months and days of weeks and years begin at 0, Sunday is 0.
    'now - member.joinedAt > duration("48h") && now + duration("1h30m") == timestamp("2026-07-05T00:00:00Z")',
    'now.getHours() == 22 && now.getHours("Europe/Vienna") == 0 && now.getHours("+05:30") == 4',
    'now.getDayOfWeek() == 6 && now.getDayOfWeek("Europe/Vienna") == 0 && now.getDate("Europe/Vienna") == 5',
    'now.getFullYear() == 2026 && now.getMonth() == 6 && now.getDayOfMonth() == 3 && now.getDayOfYear() == 184',
    'timestamp(properties.at) == timestamp("2026-07-04T21:30:00Z") && timestamp(properties.at).getMinutes() == 30',
    'duration("1h") == duration("60m") && duration("90m").getHours() == 1 && duration("1.5s").getMilliseconds() == 500',
    'duration("-1h") < duration("0s") && duration("1h") - duration("2h") == duration("-1h")',
    'string(now) == "2026-07-04T22:30:00Z" && string(duration("90m")) == "5400s" && string(duration("-1.5s")) == "-1.5s"',
    '[now, member.joinedAt].min() == member.joinedAt',
    'bool("true") && dyn(1) == 1',
  ]
  for (const source of sources) {
    assert.deepEqual(when(source), { kind: 'value', value: true }, source)
  }
})

test('an evaluation that fails says where and which kinds, never values', () => {
  const cases: Record<string, string> = {
    'properties.missing > 1': 'properties.missing is missing',
    'properties.items[0].size == 1': 'properties.items[0].size is missing',
    'properties.items[2].price == 1': 'properties.items[2] is missing',
    'properties.items[-1].price == 1': 'properties.items[-1] is missing',
    'properties.items[0.5].price == 1': 'properties.items[0.5] is missing',
    'properties[properties.name] == 1': 'properties[properties.name] is missing',
    'properties.toString == 1': 'properties.toString is missing',
    'properties.__proto__.toString == 1': 'properties.__proto__.toString is missing',
    'properties["constructor"] == 1': 'properties["constructor"] is missing',
    'member.attributes.hasOwnProperty == 1': 'member.attributes.hasOwnProperty is missing',
    '{"a": 1}.b == 1': '{"a": 1}.b is missing',
    'properties.items[0].items[0] == 1': 'properties.items[0].items is missing',
    'properties.total.x == 1': 'properties.total.x: a number has no fields',
    'has(properties.missing.x)': 'properties.missing is missing',
    'has(properties.total.x)': 'properties.total.x: a number has no fields',
    'properties.name > 5': 'properties.name > 5: ">" does not take text and a whole number',
    'properties.total + "x" == "x"': 'properties.total + "x": "+" does not take a number and text',
    'properties.total % 2 == 1': 'properties.total % 2: "%" does not take a number and a whole number',
    'properties.total.contains("x")':
      'properties.total.contains("x"): contains() does not take a number and text',
    'properties.name && properties.name': 'properties.name && properties.name: "&&" does not take text',
    'properties.total': 'the condition is a number, not true or false',
    '!properties.total': '!properties.total: "!" does not take a number',
    'properties.total ? true : false': 'properties.total: "?" does not take a number',
    'properties.total.exists(i, true)': 'properties.total.exists(i, true): a number is not a list',
    'properties.items.exists(i, i.price)':
      'properties.items.exists(i, i.price): its test is a number, not true or false',
    'properties.items.all(i, i.missing)': 'i.missing is missing',
    'properties.items.filter(i, i.missing).size() == 1': 'i.missing is missing',
    '[].min() == 1': '[].min(): the list is empty',
    '[1, "a"].max() == 1': '[1, "a"].max(): its elements have no order',
    '[1, "a"].sum() == 1': '[1, "a"].sum(): it adds numbers only',
    '9223372036854775807 + 1 > 0': '9223372036854775807 + 1: the result is too large',
    '9223372036854775807 * -2 < 0': '9223372036854775807 * -2: the result is too large',
    '-(-9223372036854775808) > 0': '-(-9223372036854775808): the result is too large',
    '-9223372036854775808 / -1 > 0': '-9223372036854775808 / -1: the result is too large',
    '[9223372036854775807, 1].sum() > 0': '[9223372036854775807, 1].sum(): the result is too large',
    'properties.huge * 10 > 0': 'properties.huge * 10: the result is too large',
    'properties.endless - properties.endless == 0':
      'properties.endless - properties.endless: the result is too large',
    '[properties.huge, properties.huge].sum() > 0':
      '[properties.huge, properties.huge].sum(): the result is too large',
    '(1 + 2) / (3 - 3) == 1': '(1 + 2) / (3 - 3): division by zero',
    '1 / 0 == 1': '1 / 0: division by zero',
    'properties.total / 0 == 1': 'properties.total / 0: division by zero',
    '1 % 0 == 1': '1 % 0: division by zero',
    'int(properties.huge) == 1': 'int(properties.huge): the number is too large',
    'int(properties.name) == 1': 'int(properties.name): the text is not a number',
    'double(properties.name) == 1': 'double(properties.name): the text is not a number',
    'bool(properties.name)': 'bool(properties.name): the text is neither true nor false',
    'timestamp(properties.name) < now':
      'timestamp(properties.name): the text is not a time such as "2026-12-24T18:00:00Z"',
    'now + duration("87600000h") > now':
      'now + duration("87600000h"): the time is not between the years 1 and 9999',
    '{"a": 1, "a": 2}.a == 1': '{"a": 1, "a": 2}: a key is text, a whole number, true or false, once each',
    '{1.5: 1}[1] == 1': '{1.5: 1}: a key is text, a whole number, true or false, once each',
  }
  for (const [source, error] of Object.entries(cases)) {
    assert.deepEqual(when(source), { kind: 'failed', error }, source)
  }
})

test('what is not known yet fails the evaluation that reads it', () => {
  const unknown = { ...input, member: null, now: null }
  const cases: Record<string, string> = {
    'member.points == 5': 'member.points is not known',
    'member.balance == 12.5': 'member.balance is not known',
    'member.externalId == null': 'member.externalId is not known',
    'member.attributes.city == "Wien"': 'member.attributes is not known',
    'now > activity.occurredAt': 'now is not known',
  }
  for (const [source, error] of Object.entries(cases)) {
    assert.deepEqual(evaluateWhen(parsed(source, 'when'), unknown), { kind: 'failed', error })
  }
})

test('units are millionths, rounded half away from zero', () => {
  const cases: [string, bigint][] = [
    ['properties.total', 59_900_000n],
    ['properties.items.filter(i, i.category == "shoes").map(i, i.price * i.quantity).sum()', 39_980_000n],
    ['properties.amounts.sum()', 600_000n],
    ['0.1 + 0.2', 300_000n],
    ['member.points', 5_250_000n],
    ['0.0000005', 1n],
    ['1.0000005', 1_000_001n],
    ['0.00000049999', 0n],
    ['5e-7', 1n],
    ['4.9e-7', 0n],
    ['-4.9e-7', 0n],
    ['0.3 - 0.1 - 0.2', 0n],
    ['1000000000', 1_000_000_000_000_000n],
    ['999999999.999999', 999_999_999_999_999n],
    ['1e9', 1_000_000_000_000_000n],
    ['[]. sum()', 0n],
  ]
  for (const [source, value] of cases) {
    assert.deepEqual(units(source), { kind: 'value', value }, source)
  }
  const failures: Record<string, string> = {
    '-1': 'the units are negative',
    '-5e-7': 'the units are negative',
    'properties.total - 100': 'the units are negative',
    '1000000000.1': 'the units are above 1000000000',
    '1000000001': 'the units are above 1000000000',
    'properties.huge': 'the units are above 1000000000',
    'properties.endless': 'the units are above 1000000000',
    'properties.name': 'the units are text',
    'properties.missing': 'properties.missing is missing',
  }
  for (const [source, error] of Object.entries(failures)) {
    assert.deepEqual(units(source), { kind: 'failed', error }, source)
  }
})

function parsed(source: string, kind: ConditionKind): Condition {
  const condition = parseCondition(source, kind)
  assert.ok(!('problem' in condition), `${source}: ${JSON.stringify(condition)}`)
  return condition
}

const when = (source: string): Evaluated<boolean> => evaluateWhen(parsed(source, 'when'), input)
const units = (source: string): Evaluated<bigint> => evaluateUnits(parsed(source, 'units'), input)
