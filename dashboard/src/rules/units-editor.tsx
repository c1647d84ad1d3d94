import './when-section.css'
import { Button, Group, Input, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { seenPropertiesQuery } from '../activities/queries.ts'
import type { SeenProperties } from '../activities/seen.ts'
import { itemProblem } from './condition.ts'
import { ExpressionInput } from './condition-editor.tsx'
import { RemoveRow, TestSelect, Values } from './condition-row.tsx'
import { seenFor, testsFor } from './condition-subjects.ts'
import { PathInput } from './path-input.tsx'
import { unitsOf } from './read-condition.ts'
import { keyed, newItemRow, type UnitsValues, unitsSource } from './when-values.ts'

type Props = {
  values: UnitsValues
  seen: SeenProperties | undefined
  onChange: (values: UnitsValues) => void
}

/** How many units of an activity a rule pays for. */
export function UnitsEditor({
  type,
  values,
  error,
  onChange,
}: {
  type: string
  values: UnitsValues
  error: ReactNode
  onChange: (values: UnitsValues) => void
}) {
  const { data: seen } = useQuery(seenPropertiesQuery(type))
  const found = values.view === 'expression' ? unitsOf(values.source) : undefined
  const hasRows = values.view !== 'expression' || found !== undefined || values.source.trim() === ''
  const show = (view: string) => {
    if (view === 'expression')
      return onChange({ ...values, view: 'expression', source: unitsSource(values) ?? '' })
    const read = found && {
      ...found,
      ...(found.of === 'sum' && { where: found.where.map((row) => keyed(row)) }),
    }
    const { of: _, ...parts } = { of: null, ...read }
    onChange({ ...values, ...(parts as Partial<UnitsValues>), view: view === 'sum' ? 'sum' : 'property' })
  }
  return (
    <Input.Wrapper
      label="Pays for each 1 of"
      description="How many units an activity has"
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
        <Group gap="sm">
          <SegmentedControl
            aria-label="Units: view"
            data={[
              { value: 'property', label: 'A property', disabled: !hasRows },
              { value: 'sum', label: 'A sum of items', disabled: !hasRows },
              { value: 'expression', label: 'Expression' },
            ]}
            value={values.view}
            onChange={show}
          />
        </Group>
        {!hasRows && (
          <Text size="sm" c="dimmed">
            This expression says more than a property or a sum can; change it here.
          </Text>
        )}
        {values.view === 'expression' ? (
          <ExpressionInput
            label="Units: expression"
            value={values.source}
            isWrong={Boolean(error)}
            onChange={(source) => onChange({ ...values, source })}
          />
        ) : values.view === 'property' ? (
          <PathInput
            aria-label="Units: property"
            placeholder="Such as total"
            maw={{ xs: 320 }}
            path={values.path}
            known={(seen?.properties ?? []).filter(({ kind }) => kind === 'number').map(({ path }) => path)}
            onChange={(path) => onChange({ ...values, path })}
          />
        ) : (
          <SumFields values={values} seen={seen} onChange={onChange} showProblems={Boolean(error)} />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

/** "Price × quantity of items where category is shoes". */
function SumFields({ values, seen, onChange, showProblems }: Props & { showProblems: boolean }) {
  const { list, price, quantity, where } = values
  const fields = seen?.lists.find(({ path }) => path.join('.') === list.join('.'))?.fields ?? []
  const numbers = fields.filter(({ kind }) => kind === 'number').map(({ path }) => path)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
        <PathInput
          label="List"
          placeholder="Such as items"
          path={list}
          known={(seen?.lists ?? []).map(({ path }) => path)}
          onChange={(path) => onChange({ ...values, list: path })}
        />
        <PathInput
          label="Amount of one"
          placeholder="Such as price"
          path={price}
          known={numbers}
          onChange={(path) => onChange({ ...values, price: path })}
        />
        <PathInput
          label="Times (optional)"
          placeholder="Such as quantity"
          path={quantity}
          known={numbers}
          onChange={(path) => onChange({ ...values, quantity: path })}
        />
      </SimpleGrid>
      {where.length > 0 && (
        <ul className="condition-rows" aria-label="Only these items">
          {where.map((row, index) => {
            const label = `Item row ${index + 1}`
            const known = seenFor({ of: 'item', list, field: row.field }, seen)
            const set = (next: typeof row) => onChange({ ...values, where: where.with(index, next) })
            const problem = showProblems ? itemProblem(row) : undefined
            return (
              <li key={row.key} className="condition-row" aria-label={label}>
                <PathInput
                  aria-label={`${label}: property`}
                  placeholder="Such as category"
                  path={row.field}
                  known={fields.map(({ path }) => path)}
                  onChange={(field) => set({ ...row, field })}
                />
                <TestSelect
                  row={row}
                  tests={testsFor(
                    { of: 'item', list, field: row.field },
                    known.map(({ kind }) => kind),
                  )}
                  label={label}
                  onChange={set}
                />
                <Values
                  row={row}
                  label={label}
                  known={known}
                  onChange={(next) => set({ ...row, values: next })}
                />
                <RemoveRow
                  label={label}
                  onRemove={() => onChange({ ...values, where: where.toSpliced(index, 1) })}
                />
                {problem && <div className="condition-problem">{problem}</div>}
              </li>
            )
          })}
        </ul>
      )}
      <Group>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange({ ...values, where: [...where, newItemRow()] })}
        >
          {where.length === 0 ? 'Only some items' : 'Add a row for items'}
        </Button>
      </Group>
    </>
  )
}
