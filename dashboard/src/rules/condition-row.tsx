import {
  ActionIcon,
  Autocomplete,
  MultiSelect,
  NativeSelect,
  Select,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { SeenProperties, SeenProperty } from '../activities/seen.ts'
import { type Row, rowProblem, type Subject, type Test } from './condition.ts'
import {
  choiceOf,
  OTHER,
  seenFor,
  subjectOf,
  subjectOptions,
  testsFor,
  withTest,
} from './condition-subjects.ts'
import { TEST_LABELS, WEEKDAYS } from './condition-text.ts'
import { PathInput } from './path-input.tsx'

const TEXT_LENGTH_MAX = 500

/** One comparison: what, how, and with what. */
export function ConditionRow<Given extends Row>({
  row,
  label,
  seen,
  showProblem,
  onChange,
  onRemove,
}: {
  row: Given
  /** "Row 2" */
  label: string
  seen: SeenProperties | undefined
  showProblem: boolean
  onChange: (row: Given) => void
  onRemove: () => void
}) {
  const kinds = seenFor(row.subject, seen)
  const tests = testsFor(
    row.subject,
    kinds.map(({ kind }) => kind),
  )
  const look = (subject: Subject) => {
    const fitting = testsFor(
      subject,
      seenFor(subject, seen).map(({ kind }) => kind),
    )
    const test = fitting.includes(row.test) ? row.test : (fitting[0] ?? 'is')
    onChange({ ...withTest(row, test), subject })
  }
  const problem = showProblem ? rowProblem(row) : undefined
  return (
    <li className="condition-row" aria-label={label}>
      <SubjectInput subject={row.subject} label={label} seen={seen} onChange={look} />
      <TestSelect row={row} tests={tests} label={label} onChange={onChange} />
      <Values row={row} label={label} known={kinds} onChange={(values) => onChange({ ...row, values })} />
      <RemoveRow label={label} onRemove={onRemove} />
      {problem && <div className="condition-problem">{problem}</div>}
    </li>
  )
}

export const RemoveRow = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <ActionIcon
    className="condition-remove"
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={`Remove ${label.toLowerCase()}`}
    onClick={onRemove}
  >
    <IconX size={16} aria-hidden />
  </ActionIcon>
)

export function TestSelect<Tested extends Pick<Row, 'test' | 'values'>>({
  row,
  tests,
  label,
  onChange,
}: {
  row: Tested
  tests: readonly Test[]
  label: string
  onChange: (row: Tested) => void
}) {
  const all = tests.includes(row.test) ? tests : [row.test, ...tests]
  return (
    <NativeSelect
      aria-label={`${label}: comparison`}
      data={all.map((value) => ({ value, label: TEST_LABELS[value] }))}
      value={row.test}
      onChange={(event) => onChange(withTest(row, event.currentTarget.value as Test))}
    />
  )
}

function SubjectInput({
  subject,
  label,
  seen,
  onChange,
}: {
  subject: Subject
  label: string
  seen: SeenProperties | undefined
  onChange: (subject: Subject) => void
}) {
  const [isTyped, setTyped] = useState(false)
  const choice = choiceOf(subject, seen, isTyped)
  return (
    <div className="condition-subject">
      <Select
        aria-label={`${label}: what`}
        placeholder="Choose what to look at"
        data={subjectOptions(seen)}
        value={choice}
        onChange={(key) => {
          if (key === null) return
          setTyped(key === OTHER.property || key === OTHER.item)
          onChange(subjectOf(key))
        }}
        searchable
        allowDeselect={false}
        nothingFoundMessage="Not seen yet: choose “Another property …”"
      />
      <TypedSubject subject={subject} choice={choice} label={label} seen={seen} onChange={onChange} />
    </div>
  )
}

function TypedSubject({
  subject,
  choice,
  label,
  seen,
  onChange,
}: {
  subject: Subject
  choice: string | null
  label: string
  seen: SeenProperties | undefined
  onChange: (subject: Subject) => void
}) {
  if (subject.of === 'attribute')
    return (
      <TextInput
        aria-label={`${label}: attribute`}
        placeholder="Such as tier"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={subject.name}
        onChange={(event) => onChange({ of: 'attribute', name: event.currentTarget.value.trim() })}
      />
    )
  if (subject.of === 'property' && choice === OTHER.property)
    return (
      <PathInput
        aria-label={`${label}: property`}
        placeholder="Such as total"
        path={subject.path}
        known={(seen?.properties ?? []).map(({ path }) => path)}
        onChange={(path) => onChange({ of: 'property', path })}
      />
    )
  if (subject.of !== 'item' || choice !== OTHER.item) return null
  const { list, field } = subject
  return (
    <>
      <PathInput
        aria-label={`${label}: list`}
        placeholder="Such as items"
        path={list}
        known={(seen?.lists ?? []).map(({ path }) => path)}
        onChange={(path) => onChange({ of: 'item', list: path, field })}
      />
      <PathInput
        aria-label={`${label}: property`}
        placeholder="Such as category"
        path={field}
        known={[]}
        onChange={(path) => onChange({ of: 'item', list, field: path })}
      />
    </>
  )
}

/** The values of a comparison, in the input that its kind needs. */
export function Values({
  row,
  label,
  known,
  onChange,
}: {
  row: Pick<Row, 'test' | 'values'>
  label: string
  known: SeenProperty[]
  onChange: (values: string[]) => void
}) {
  const { test, values } = row
  const [first = '', second = ''] = values
  const name = `${label}: value`
  const examples = known.flatMap(({ kind, examples }) => (kind === 'text' ? examples : []))
  switch (test) {
    case 'yes':
    case 'no':
    case 'present':
    case 'absent':
      return <span />
    case 'is':
    case 'isNot':
    case 'contains':
    case 'startsWith':
      return (
        <Autocomplete
          aria-label={name}
          placeholder="Text"
          data={examples}
          maxLength={TEXT_LENGTH_MAX}
          autoComplete="off"
          value={first}
          onChange={(value) => onChange([value])}
        />
      )
    case 'oneOf':
      return (
        <TagsInput
          aria-label={name}
          placeholder={values.length === 0 ? 'Texts' : ''}
          data={examples}
          maxTags={50}
          acceptValueOnBlur
          value={values}
          onChange={onChange}
        />
      )
    case 'on':
      return (
        <MultiSelect
          aria-label={name}
          placeholder={values.length === 0 ? 'Days' : ''}
          data={WEEKDAYS.map(([value, label]) => ({ value, label }))}
          value={values}
          onChange={onChange}
        />
      )
    case 'hours':
      return (
        <div className="condition-values">
          <NativeSelect
            aria-label={`${label}: from`}
            data={HOURS.slice(0, -1)}
            value={first}
            onChange={(event) => onChange([event.currentTarget.value, second])}
          />
          <NativeSelect
            aria-label={`${label}: to`}
            data={HOURS}
            value={second}
            onChange={(event) => onChange([first, event.currentTarget.value])}
          />
        </div>
      )
    case 'from':
    case 'until':
      return <Day label={name} value={first} onChange={(day) => onChange([day])} />
    case 'between':
      return (
        <div className="condition-values">
          <Day
            label={`${label}: first day`}
            value={first}
            onChange={(day) => onChange([day, second || day])}
          />
          <Day label={`${label}: last day`} value={second} onChange={(day) => onChange([first, day])} />
        </div>
      )
    default:
      return (
        <TextInput
          aria-label={name}
          placeholder="Number"
          inputMode="decimal"
          autoComplete="off"
          value={first}
          onChange={(event) => onChange([event.currentTarget.value])}
        />
      )
  }
}

const HOURS = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

const Day = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) => (
  <TextInput
    type="date"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
