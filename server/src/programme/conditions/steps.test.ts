import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PROPERTIES_WEIGHT } from './bounds.ts'
import { type Condition, parseCondition } from './condition.ts'
import { type ConditionInput, evaluateWhen } from './evaluate.ts'

type Json = Record<string, unknown>

test('what stands in a loop counts for each element', () => {
  const cases: [string, number][] = [
    ['properties.total > 5', 5],
    ['[1, 2, 3].all(n, n > 0)', 18],
    ['properties.items.exists(i, i.price > 10)', 1_237],
    // All lists inside of one list have at most 4,096 elements together.
    ['properties.items.exists(i, i.tags.exists(t, t == "x"))', 18_420],
    ['properties.text.contains("x")', 1_029],
    ['now.getHours("Europe/Berlin") == 8', 155],
  ]
  assert.deepEqual(
    cases.map(([source]) => [source, parsed(source).steps]),
    cases,
  )
})

test('an expression with too many steps is refused with its figure and what costs it', () => {
  const cases = {
    'properties.a.exists(i, properties.b.exists(j, j > 5))':
      'line 1, column 24: the expression can take 166,012 steps, more than 50,000; 160,000 are of the 40,000 rounds of properties.b.exists(j, j > 5)',
    'properties.items.exists(i, properties.text.contains(i.word))':
      'line 1, column 28: the expression can take 207,236 steps, more than 50,000; 205,824 are of the text and lists that properties.text.contains(i.word) looks through',
    [`"xxxxxxxxxx" == ["x"]${'.map(x, x + x)'.repeat(60)}[0]`]: 'more than a trillion',
  }
  for (const [source, problem] of Object.entries(cases)) {
    const condition = parseCondition(source, 'when')
    assert.ok('problem' in condition && condition.problem.includes(problem), JSON.stringify(condition))
  }
})

test('a loop over more elements than were counted fails and names its list', () => {
  const input = inputWith({ items: fill(8_000, 1) })
  const longer = 'properties.items has more than 200 elements'
  assert.deepEqual(evaluateWhen(parsed('properties.items.exists(i, i == 1)'), input), {
    kind: 'failed',
    error: longer,
  })
  assert.deepEqual(evaluateWhen(parsed('size(properties.items) > 200'), input), {
    kind: 'value',
    value: true,
  })
})

function parsed(source: string): Condition {
  const condition = parseCondition(source, 'when')
  assert.ok(!('problem' in condition), JSON.stringify(condition))
  return condition
}

test('no evaluation takes more steps than were calculated', () => {
  let evaluated = 0
  fc.assert(
    fc.property(anyChoices, anyChoices, (ofExpression, ofProperties) => {
      const source = grammar(choose(ofExpression), NO_ELEMENTS).test()
      const condition = parseCondition(source, 'when')
      if ('problem' in condition) return
      evaluated++
      const made = properties(choose(ofProperties))
      assert.ok(JSON.stringify(made).length <= PROPERTIES_WEIGHT, 'the properties are too long')
      const input = inputWith(made)
      const steps = stepsRun(condition, input)
      assert.ok(steps <= condition.steps, `${source} takes ${steps} steps, not ${condition.steps}`)
    }),
    { numRuns: RUNS },
  )
  assert.ok(evaluated > RUNS / 3, `${evaluated} expressions were evaluated`)
})

const RUNS = 3_000

function stepsRun({ run }: Condition, input: ConditionInput): number {
  const scope = { input, locals: [], steps: 0, names: new Map() }
  run(scope)
  return scope.steps
}

const inputWith = (properties: Json): ConditionInput => ({
  properties,
  activity: { type: 'order.paid', reference: null, occurredAt: new Date(0) },
  member: { externalId: 'c1', joinedAt: new Date(0), points: 5n, balance: 1_250n, attributes: ATTRIBUTES },
  now: new Date(0),
})

const ATTRIBUTES = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`name${index}`, 'x'.repeat(200)]),
)

/** Choices that an expression or an input is made of; when they are used up, the first is taken each time. */
const anyChoices = fc.array(fc.nat(10_000), { minLength: 5, maxLength: 120, size: 'max' })

type Choose = <T>(options: readonly T[]) => T

function choose(choices: readonly number[]): Choose {
  let at = 0
  return (options) => {
    const choice = (choices[at++] ?? 0) % options.length
    return options[choice] as (typeof options)[number]
  }
}

/** The elements of the loops around an expression: objects, texts, and lists of texts. */
type Elements = { objects: string[]; texts: string[]; lists: string[] }
const NO_ELEMENTS: Elements = { objects: [], texts: [], lists: [] }

const NESTED_MAX = 5

const nested = ({ objects, texts, lists }: Elements) => objects.length + texts.length + lists.length

/** The grammar knows what properties hold, so that most expressions find what they name. */
function grammar(of: Choose, around: Elements) {
  const inside = (kind: keyof Elements, body: (inner: ReturnType<typeof grammar>) => string) => {
    const name = `${kind.slice(0, 1)}${nested(around)}`
    return `${name}, ${body(grammar(of, { ...around, [kind]: [name, ...around[kind]] }))}`
  }
  const isDeep = nested(around) >= NESTED_MAX
  const one = (options: (() => string)[]): string => of(isDeep ? options.slice(0, 2) : options)()

  const object = () =>
    one([() => of([...around.objects, 'properties']), () => 'properties', () => `${objects()}[0]`])
  const objects = (): string =>
    one([
      () => `${object()}.list`,
      () => 'properties.list',
      () => `${object()}.list`,
      () => `(${objects()} + ${objects()})`,
      () => `(${test()} ? ${objects()} : ${objects()})`,
      () => `${objects()}.filter(${inside('objects', (inner) => inner.test())})`,
      () => `${objects()}.map(${inside('objects', (inner) => inner.object())})`,
      () => `[${object()}, ${object()}]`,
    ])
  const texts = (): string =>
    one([
      () => of([...around.lists, `${object()}.tags`]),
      () => 'properties.tags',
      () => `${object()}.tags`,
      () => `(${texts()} + ${texts()})`,
      () => `${objects()}.map(${inside('objects', (inner) => inner.text())})`,
      () => `${objects()}.map(${inside('objects', (inner) => `${inner.test()}, ${inner.text()}`)})`,
      () => `${texts()}.map(${inside('texts', (inner) => inner.text())})`,
      () => `${texts()}.filter(${inside('texts', (inner) => inner.test())})`,
      () => `[${text()}, ${text()}]`,
    ])
  const lists = (): string =>
    one([
      () => `[${texts()}, ${texts()}]`,
      () => `${objects()}.map(${inside('objects', (inner) => inner.texts())})`,
    ])
  const text = (): string =>
    one([
      () => of([...around.texts, `${object()}.text`]),
      () => of(['"x"', '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"', 'member.attributes.name1']),
      () => `${object()}.text`,
      () => `(${text()} + ${text()})`,
      () => `${text()}.${of(['lower', 'lowerAscii', 'upperAscii'])}()`,
      () => `${texts()}.${of(['min', 'max'])}()`,
      () => `${texts()}[0]`,
      () => `string(${number()})`,
      () => `{"a": ${text()}, "b": ${text()}}.${of(['a', 'b'])}`,
    ])
  const number = (): string =>
    one([
      () => `${object()}.number`,
      () => of(['1', '2.5']),
      () => `size(${of([text, texts, objects])()})`,
      () => `size(${object()})`,
      () => `${objects()}.map(${inside('objects', (inner) => inner.number())}).sum()`,
      () => `(${number()} + ${number()})`,
      () => 'now.getHours("Europe/Berlin")',
    ])
  const test = (): string =>
    one([
      () => `${text()} ${of(['==', '!=', '<', '>='])} ${text()}`,
      () => `${number()} ${of(['==', '<', '>='])} ${number()}`,
      () => `${text()}.${of(['contains', 'startsWith', 'endsWith'])}(${text()})`,
      () => `${objects()}.${of(TESTS)}(${inside('objects', (inner) => inner.test())})`,
      () => `${objects()}.${of(TESTS)}(${inside('objects', (inner) => inner.test())})`,
      () => `${texts()}.${of(TESTS)}(${inside('texts', (inner) => inner.test())})`,
      () => `${lists()}.${of(TESTS)}(${inside('lists', (inner) => inner.test())})`,
      () => `${object()}.${of(TESTS)}(${inside('texts', (inner) => inner.test())})`,
      () => `${text()} in ${texts()}`,
      () => `${texts()} in ${lists()}`,
      () => `${object()} in ${objects()}`,
      () => `${objects()} == ${objects()}`,
      () => `${object()} == ${object()}`,
      () => `${texts()} == ${texts()}`,
      () => `(${test()} ${of(['&&', '||'])} ${test()})`,
      () => `!(${test()})`,
      () => `has(${object()}.text)`,
    ])
  return { object, objects, texts, text, number, test }
}

const TESTS = ['exists', 'all', 'exists_one', 'exists_one']

/** Properties of at most 8 kB, in which texts, lists of texts or objects in objects take most. */
const properties = (of: Choose): Json => object(of, PROPERTIES_WEIGHT - 1_000, of([1, 2, 3]))

function object(of: Choose, size: number, depth: number): Json {
  if (size < 100) return of([{ text: '', tags: [], number: 1, list: [] }, { text: 'x' }, { list: [] }])
  const share = of([0.1, 0.5, 0.9])
  const textLength = Math.floor((size - 100) * share * of([0, 0.1, 1]))
  const left = Math.floor((size - 100) * (1 - share))
  const tag = 'x'.repeat(of([0, 0, 1, 30]))
  const tagsLeft = left * of([0, 0.3, 1])
  const inner = depth === 0 ? { text: 'x' } : object(of, left / of([1, 3, 10, 40, 200]), depth - 1)
  return {
    text: 'x'.repeat(textLength),
    tags: fill(tagsLeft, tag),
    number: 1,
    list: fill(left - tagsLeft, of([inner, { list: [] }, { tags: [] }])).slice(0, 200),
    ...(of([true, false])
      ? {}
      : Object.fromEntries(fill(600, 'k12').map((name, index) => [`${name}${index}`, 1]))),
  }
}

/** Copies of a value, as many as these characters take as JSON. */
function fill<T>(size: number, value: T): T[] {
  const length = Math.floor(size / (JSON.stringify(value).length + 1))
  return Array.from({ length }, () => structuredClone(value))
}
