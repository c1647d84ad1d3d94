import { Autocomplete, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { activityTypesQuery } from '../activities/queries.ts'
import { Section } from '../components/section.tsx'
import { counted, countText } from '../format/coins.ts'
import { ConditionEditor } from './condition-editor.tsx'
import type { RuleValues } from './rule-values.ts'
import { UnitsEditor } from './units-editor.tsx'

type Form = { form: UseFormReturnType<RuleValues> }

const SERVICE_TYPES = [
  { type: 'member.joined', text: 'a member joined' },
  { type: 'member.referred', text: 'a member brought another one' },
]

/** What awards a rule: a call that names it, or an activity that matches it. */
export function When({ form }: Form) {
  const { awardedBy, type, perUnit } = form.getValues()
  return (
    <Section title="When">
      <Group>
        <SegmentedControl
          aria-label="Awarded"
          data={[
            { value: 'name', label: 'By name, from your code' },
            { value: 'activity', label: 'When an activity arrives' },
          ]}
          value={awardedBy}
          onChange={(value) => form.setFieldValue('awardedBy', value === 'activity' ? 'activity' : 'name')}
        />
      </Group>
      {awardedBy === 'activity' && (
        <>
          {type === 'combined' ? (
            <Text size="sm" c="dimmed">
              Each sub-rule below has an activity of its own.
            </Text>
          ) : (
            <Trigger form={form} path="" />
          )}
          {type === 'single' && perUnit && (
            <UnitsEditor
              type={form.getValues().activityType.trim()}
              values={form.getValues().unitsFrom}
              error={form.errors.unitsFrom}
              onChange={(values) => form.setFieldValue('unitsFrom', values)}
            />
          )}
          <More form={form} />
        </>
      )}
    </Section>
  )
}

/** The activity of a rule or of a sub-rule, and for which of them. */
export function Trigger({ form, path }: Form & { path: '' | `rules.${number}.` }) {
  const values = form.getValues()
  const { activityType, when } = path === '' ? values : (values.rules[Number(path.split('.')[1])] ?? values)
  const label = path === '' ? 'Only when' : `Only when, sub-rule ${Number(path.split('.')[1]) + 1}`
  return (
    <>
      <TypeInput
        value={activityType}
        error={form.errors[`${path}activityType`]}
        isOptional={path !== ''}
        onChange={(type) => form.setFieldValue(`${path}activityType`, type)}
      />
      {activityType.trim() !== '' && (
        <ConditionEditor
          label={label}
          type={activityType.trim()}
          values={when}
          error={form.errors[`${path}when`]}
          onChange={(next) => form.setFieldValue(`${path}when`, next)}
        />
      )}
    </>
  )
}

function TypeInput({
  value,
  error,
  isOptional,
  onChange,
}: {
  value: string
  error: ReactNode
  isOptional: boolean
  onChange: (type: string) => void
}) {
  const { data: seen = [] } = useQuery(activityTypesQuery)
  const own = SERVICE_TYPES.filter(({ type }) => !seen.some((each) => each.type === type))
  const texts = new Map<string, string>([
    ...seen.map(({ type, activities }) => [type, `${countText(activities)} in the last 30 days`] as const),
    ...own.map(({ type, text }) => [type, text] as const),
  ])
  return (
    <Autocomplete
      label={isOptional ? 'Activity (optional)' : 'Activity'}
      description={
        seen.length === 0
          ? 'What your code calls it, such as order.paid; none has arrived yet'
          : `What your code calls it; ${counted(seen.length, 'type')} so far`
      }
      placeholder="order.paid"
      maw={{ xs: 420 }}
      maxLength={64}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      data={[...texts.keys()]}
      renderOption={({ option }) => (
        <Stack gap={0} miw={0}>
          <span style={{ overflowWrap: 'anywhere' }}>{option.value}</span>
          <Text size="xs" c="dimmed">
            {texts.get(option.value)}
          </Text>
        </Stack>
      )}
      value={value}
      error={error}
      onChange={(type) => onChange(type.toLowerCase())}
    />
  )
}

/** How the rule goes together with others of the same activity. Most rules need none of it. */
function More({ form }: Form) {
  const { priority, exclusiveGroup } = form.getValues()
  const isUsed = priority.trim() !== '0' || exclusiveGroup !== '' || Boolean(form.errors.priority)
  return (
    <details className="when-more" open={isUsed || undefined}>
      <summary>More</summary>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
        <TextInput
          label="Priority"
          description="Rules with a higher one are decided first, then older ones"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('priority')}
        />
        <TextInput
          label="Exclusive group (optional)"
          description="Of the rules with the same text here, only the first takes part"
          placeholder="seasonal"
          maxLength={100}
          {...form.getInputProps('exclusiveGroup')}
        />
      </SimpleGrid>
    </details>
  )
}
