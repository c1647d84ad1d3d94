import './when-section.css'
import { Button, Group, Input, NativeSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { seenPropertiesQuery } from '../activities/queries.ts'
import { programmeZone } from '../format/time.ts'
import { ConditionRow } from './condition-row.tsx'
import { rowsOf } from './read-condition.ts'
import { keyed, newRow, type WhenValues, whenSource } from './when-values.ts'

const EXPRESSION_LENGTH_MAX = 2000
const ROWS_MAX = 20

/** Which activities of a type a rule is for: rows, or the expression that they write. */
export function ConditionEditor({
  label,
  type,
  values,
  error,
  onChange,
}: {
  label: string
  /** The type of the activities, of which properties are proposed. */
  type: string
  values: WhenValues
  error: ReactNode
  onChange: (values: WhenValues) => void
}) {
  const { data: seen } = useQuery(seenPropertiesQuery(type))
  const { view, rows } = values
  const setRow = (index: number, row: WhenValues['rows'][number]) =>
    onChange({ ...values, rows: rows.with(index, row) })
  return (
    <Input.Wrapper
      label={label}
      description={
        view === 'rows' && rows.length === 0
          ? 'Every activity of this type, or only some of them'
          : 'Other activities do not match'
      }
      labelElement="div"
      error={
        error && (
          <span data-form-error tabIndex={-1}>
            {error}
          </span>
        )
      }
    >
      <Stack gap="xs" mt={6}>
        <ViewSwitch label={label} values={values} onChange={onChange} />
        {view === 'expression' ? (
          <ExpressionInput
            label={`${label}: expression`}
            value={values.source}
            isWrong={Boolean(error)}
            onChange={(source) => onChange({ ...values, source })}
          />
        ) : (
          <>
            {rows.length > 1 && (
              <NativeSelect
                aria-label={`${label}: how rows go together`}
                maw={280}
                data={[
                  { value: 'all', label: 'All of these' },
                  { value: 'any', label: 'Any of these' },
                ]}
                value={values.join}
                onChange={(event) =>
                  onChange({ ...values, join: event.currentTarget.value === 'any' ? 'any' : 'all' })
                }
              />
            )}
            {rows.length > 0 && (
              <ul className="condition-rows">
                {rows.map((row, index) => (
                  <ConditionRow
                    key={row.key}
                    row={row}
                    label={`Row ${index + 1}`}
                    seen={seen}
                    showProblem={Boolean(error)}
                    onChange={(next) => setRow(index, next)}
                    onRemove={() => onChange({ ...values, rows: rows.toSpliced(index, 1) })}
                  />
                ))}
              </ul>
            )}
            <Group>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                disabled={rows.length >= ROWS_MAX}
                onClick={() => onChange({ ...values, rows: [...rows, newRow()] })}
              >
                {rows.length === 0 ? 'Only some of them' : 'Add a row'}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

/** Both views are of one expression. Not every expression has rows. */
function ViewSwitch({
  label,
  values,
  onChange,
}: {
  label: string
  values: WhenValues
  onChange: (values: WhenValues) => void
}) {
  const { view, source } = values
  const found = view === 'rows' ? values : rowsOf(source, programmeZone())
  const show = (next: string) => {
    if (next === 'expression') onChange({ ...values, view: 'expression', source: whenSource(values) ?? '' })
    else if (found)
      onChange({ ...values, view: 'rows', join: found.join, rows: found.rows.map((row) => keyed(row)) })
  }
  return (
    <>
      <Group gap="sm">
        <SegmentedControl
          aria-label={`${label}: view`}
          data={[
            { value: 'rows', label: 'Rows', disabled: !found },
            { value: 'expression', label: 'Expression' },
          ]}
          value={view}
          onChange={show}
        />
      </Group>
      {!found && (
        <Text size="sm" c="dimmed">
          This expression says more than rows can, or names another time zone; change it here.
        </Text>
      )}
    </>
  )
}

/** The text of an expression. */
export function ExpressionInput({
  label,
  value,
  isWrong,
  onChange,
}: {
  label: string
  value: string
  isWrong: boolean
  onChange: (text: string) => void
}) {
  return (
    <code className="expression-input">
      <Textarea
        aria-label={label}
        aria-invalid={isWrong}
        error={isWrong}
        autosize
        minRows={2}
        maxLength={EXPRESSION_LENGTH_MAX}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </code>
  )
}
