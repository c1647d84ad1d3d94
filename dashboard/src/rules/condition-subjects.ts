import type { PropertyKind, SeenProperties, SeenProperty } from '../activities/seen.ts'
import { coinName } from '../format/coins.ts'
import {
  DAY_TESTS,
  NUMBER_TESTS,
  PRESENCE_TESTS,
  type Row,
  type Subject,
  TEXT_TESTS,
  type Test,
  TRUTH_TESTS,
} from './condition.ts'
import { pathName } from './condition-text.ts'

export const OTHER = {
  property: 'other property',
  item: 'other item',
  attribute: 'attribute',
} as const

/** What a row can look at, in groups. */
export function subjectOptions(seen: SeenProperties | undefined) {
  const option = (subject: Subject, label: string) => ({ value: keyOf(subject), label })
  const properties = new Map(
    (seen?.properties ?? []).map(({ path }) => [
      pathName(path),
      option({ of: 'property', path }, pathName(path)),
    ]),
  )
  const lists = (seen?.lists ?? []).map(({ path, fields }) => ({
    group: `One of ${pathName(path)}`,
    items: [
      ...new Map(
        fields.map(({ path: field }) => [
          pathName(field),
          option({ of: 'item', list: path, field }, `${pathName(path)}: ${pathName(field)}`),
        ]),
      ).values(),
    ],
  }))
  return [
    ...(properties.size > 0 ? [{ group: 'Activity', items: [...properties.values()] }] : []),
    ...lists,
    {
      group: 'Member',
      items: [
        option({ of: 'points' }, 'Points'),
        option(
          { of: 'balance' },
          `${coinName().many.replace(/^./u, (first) => first.toUpperCase())} in the wallet`,
        ),
        option({ of: 'joined' }, 'Day of joining'),
        option({ of: 'membership' }, 'Days since joining'),
        { value: OTHER.attribute, label: 'Attribute …' },
      ],
    },
    {
      group: 'Time',
      items: [
        option({ of: 'date' }, 'Date'),
        option({ of: 'weekday' }, 'Day of the week'),
        option({ of: 'hour' }, 'Hour of the day'),
      ],
    },
    {
      group: 'Not seen yet',
      items: [
        { value: OTHER.property, label: 'Another property …' },
        { value: OTHER.item, label: 'A property of a list …' },
      ],
    },
  ]
}

const keyOf = (subject: Subject): string => JSON.stringify(subject)

const OTHER_SUBJECTS: Record<string, Subject> = {
  [OTHER.property]: { of: 'property', path: [] },
  [OTHER.item]: { of: 'item', list: [], field: [] },
  [OTHER.attribute]: { of: 'attribute', name: '' },
}

export const subjectOf = (key: string): Subject => OTHER_SUBJECTS[key] ?? (JSON.parse(key) as Subject)

/** The choice that stands for a subject, whether it was seen or typed. */
export function choiceOf(
  subject: Subject,
  seen: SeenProperties | undefined,
  isTyped: boolean,
): string | null {
  if (subject.of === 'attribute') return OTHER.attribute
  if (subject.of !== 'property' && subject.of !== 'item') return keyOf(subject)
  if (!isTyped && seenFor(subject, seen).length > 0) return keyOf(subject)
  const isEmpty = subject.of === 'property' ? subject.path.length === 0 : subject.list.length === 0
  return isEmpty && !isTyped ? null : OTHER[subject.of]
}

/** What was seen of the property of a row: one entry for each kind that it had. */
export function seenFor(subject: Subject, seen: SeenProperties | undefined): SeenProperty[] {
  if (subject.of === 'property') return named(seen?.properties, subject.path)
  if (subject.of !== 'item') return []
  return named(seen?.lists.find(({ path }) => isSame(path, subject.list))?.fields, subject.field)
}

const named = (properties: SeenProperty[] | undefined, path: string[]) =>
  (properties ?? []).filter((each) => isSame(each.path, path))

const isSame = (left: string[], right: string[]): boolean => JSON.stringify(left) === JSON.stringify(right)

const TESTS_OF: Record<PropertyKind, readonly Test[]> = {
  text: TEXT_TESTS,
  number: NUMBER_TESTS,
  truth: TRUTH_TESTS,
}

/** The comparisons that fit what a row looks at; all of them while its kind is unknown. */
export function testsFor(subject: Subject, kinds: PropertyKind[]): readonly Test[] {
  switch (subject.of) {
    case 'property':
    case 'item':
    case 'attribute': {
      const known = kinds.length > 0 ? kinds : (Object.keys(TESTS_OF) as PropertyKind[])
      return [...known.flatMap((kind) => TESTS_OF[kind]), ...PRESENCE_TESTS]
    }
    case 'joined':
    case 'date':
      return subject.of === 'date' ? ['between', 'from', 'until'] : DAY_TESTS
    case 'weekday':
      return ['on']
    case 'hour':
      return ['hours']
    default:
      return NUMBER_TESTS
  }
}

/** The row with another comparison. Values of another kind are dropped. */
export function withTest<Tested extends Pick<Row, 'test' | 'values'>>(row: Tested, test: Test): Tested {
  return groupOf(row.test) === groupOf(test)
    ? { ...row, test }
    : { ...row, test, values: INITIAL[test] ?? [] }
}

const INITIAL: Partial<Record<Test, string[]>> = { hours: ['18', '22'], on: ['6', '0'] }

const groupOf = (test: Test): string => {
  if (test === 'oneOf' || test === 'between') return test
  const groups = [TEXT_TESTS, NUMBER_TESTS, TRUTH_TESTS, PRESENCE_TESTS, DAY_TESTS] as (readonly Test[])[]
  return (
    String(groups.findIndex((group) => group.includes(test))) +
    (test === 'on' || test === 'hours' ? test : '')
  )
}
