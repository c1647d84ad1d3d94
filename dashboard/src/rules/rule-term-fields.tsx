import {
  Collapse,
  Group,
  Input,
  NativeSelect,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { coinsTitle, countText } from '../format/coins.ts'
import { typedNumber } from '../format/typed-number.ts'
import { PERIODS, type Period } from './rule-limits.ts'
import { hasUserPeriod, needsTimeZone, type RuleValues } from './rule-values.ts'

type Form = { form: UseFormReturnType<RuleValues> }

/** A number that the service validates, so the typed text must stay unchanged. */
export const NumberText = (props: TextInputProps) => (
  <TextInput inputMode="numeric" autoComplete="off" {...props} />
)

const CoinText = (props: TextInputProps) => <NumberText inputMode="decimal" {...props} />

/** A term that most rules do without: a switch that shows its fields. */
export function OptionalTerm({
  label,
  description,
  isOn,
  onChange,
  children,
}: {
  label: string
  description: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  return (
    <Stack gap={isOn ? 'sm' : 0}>
      <Switch
        label={label}
        description={description}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <Collapse expanded={isOn}>{isOn && children}</Collapse>
    </Stack>
  )
}

export function PerUnit({ form }: Form) {
  return (
    <OptionalTerm
      label="Pay per unit"
      description="Such as a euro of an order: each award says how many"
      isOn={form.getValues().perUnit}
      onChange={(isOn) => form.setFieldValue('perUnit', isOn)}
    >
      <CoinText
        label="Most per award (optional)"
        description={`${coinsTitle()} that one award pays at most`}
        maw={{ xs: 280 }}
        {...form.getInputProps('maxCoinsPerAward')}
      />
    </OptionalTerm>
  )
}

/** How many people can be paid: any number, or at most so many. */
export function Participants({ form, paid }: Form & { paid: number }) {
  const { hasParticipantLimit, maxNumberOfParticipant } = form.getValues()
  const most = maxNumberOfParticipant.trim()
  return (
    <Input.Wrapper
      label="People"
      description="How many different people can be paid"
      labelElement="div"
      error={hasParticipantLimit ? undefined : form.errors.maxNumberOfParticipant}
    >
      <Group gap="sm" align="flex-start" mt={4}>
        <SegmentedControl
          aria-label="People"
          value={hasParticipantLimit ? 'limited' : 'unlimited'}
          onChange={(value) => form.setFieldValue('hasParticipantLimit', value === 'limited')}
          data={[
            { value: 'unlimited', label: 'No limit' },
            { value: 'limited', label: 'At most …' },
          ]}
        />
        {hasParticipantLimit && (
          <NumberText
            aria-label="Maximum of people"
            w={160}
            rightSection="people"
            rightSectionWidth={64}
            {...form.getInputProps('maxNumberOfParticipant')}
          />
        )}
      </Group>
      {hasParticipantLimit && most !== '' && Number(typedNumber(most)) < paid && (
        <Input.Description size="sm" mt={4}>
          {paid === 1 ? '1 person was' : `${countText(paid)} people were`} paid already. A lower limit only
          stops payments to new people.
        </Input.Description>
      )}
    </Input.Wrapper>
  )
}

const PERIOD_LABELS: Record<Period, string> = {
  total: 'in all',
  day: 'a day',
  week: 'a week',
  month: 'a month',
}

function PeriodSelect({
  form,
  field,
  label,
}: Form & { field: 'budgetPeriod' | 'userLimitPeriod'; label: string }) {
  return (
    <NativeSelect
      aria-label={label}
      w={120}
      data={PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
      {...form.getInputProps(field)}
    />
  )
}

/** Both limits are for the same period. */
export function UserLimits({ form }: Form) {
  const values = form.getValues()
  const { hasUserLimit, hasUserCoinLimit, userLimitAward } = values
  const period = hasUserPeriod(values) && (
    <PeriodSelect form={form} field="userLimitPeriod" label="Period of the limits for one person" />
  )
  return (
    <>
      <Input.Wrapper
        label="Payments to one person"
        labelElement="div"
        error={hasUserLimit ? undefined : form.errors.userLimitAward}
      >
        <Group gap="sm" align="flex-start" mt={4}>
          <SegmentedControl
            aria-label="Payments to one person"
            value={hasUserLimit ? 'limited' : 'unlimited'}
            onChange={(value) => form.setFieldValue('hasUserLimit', value === 'limited')}
            data={[
              { value: 'unlimited', label: 'No limit' },
              { value: 'limited', label: 'At most …' },
            ]}
          />
          {hasUserLimit && (
            <NumberText
              aria-label="Maximum of payments to one person"
              w={140}
              rightSection={userLimitAward.trim() === '1' ? 'time' : 'times'}
              rightSectionWidth={60}
              {...form.getInputProps('userLimitAward')}
            />
          )}
          {hasUserLimit && period}
        </Group>
      </Input.Wrapper>
      <OptionalTerm
        label="Limit what one person gets"
        description={hasUserLimit ? 'In the same period as the payments' : 'In all, or in each period'}
        isOn={hasUserCoinLimit}
        onChange={(isOn) => form.setFieldValue('hasUserCoinLimit', isOn)}
      >
        <Group gap="sm" align="flex-start">
          <CoinText
            aria-label="Most for one person"
            placeholder={coinsTitle()}
            w={150}
            {...form.getInputProps('userCoinLimit')}
          />
          {!hasUserLimit && period}
        </Group>
      </OptionalTerm>
    </>
  )
}

const COUNTS = [
  { value: 'call', label: 'Every time' },
  { value: 'day', label: 'Once a day' },
  { value: 'week', label: 'Once a week' },
  { value: 'month', label: 'Once a month' },
]

/** How often the awards of a batched rule count. */
export function Counting({ form }: Form) {
  const { countPer } = form.getValues()
  return (
    <Stack gap="sm">
      <NativeSelect
        label="An award counts"
        maw={{ xs: 280 }}
        data={COUNTS}
        {...form.getInputProps('countPer')}
      />
      <Collapse expanded={countPer !== 'call'}>
        {countPer !== 'call' && (
          <Switch
            label="In a row"
            description={`A ${countPer} without an award starts the count again`}
            {...form.getInputProps('consecutive', { type: 'checkbox' })}
          />
        )}
      </Collapse>
    </Stack>
  )
}

export function Budget({ form }: Form) {
  return (
    <OptionalTerm
      label="Budget"
      description="What the rule may pay to all people together"
      isOn={form.getValues().hasBudget}
      onChange={(isOn) => form.setFieldValue('hasBudget', isOn)}
    >
      <Group gap="sm" align="flex-start">
        <CoinText
          aria-label="Budget of the rule"
          placeholder={coinsTitle()}
          w={150}
          {...form.getInputProps('coinBudget')}
        />
        <PeriodSelect form={form} field="budgetPeriod" label="Period of the budget" />
      </Group>
    </OptionalTerm>
  )
}

export function Window({ form }: Form) {
  const values = form.getValues()
  return (
    <>
      <OptionalTerm
        label="Start and end"
        description="It pays from the start until before the end; leave one open if you like"
        isOn={values.hasWindow}
        onChange={(isOn) => form.setFieldValue('hasWindow', isOn)}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Starts" type="datetime-local" {...form.getInputProps('startsAt')} />
          <TextInput label="Ends" type="datetime-local" {...form.getInputProps('endsAt')} />
        </SimpleGrid>
      </OptionalTerm>
      {needsTimeZone(values) && (
        <Select
          label="Time zone"
          description="The clock of the start and end, and of days, weeks (from Monday) and months"
          searchable
          allowDeselect={false}
          maw={{ xs: 320 }}
          data={zones(values.timeZone)}
          limit={50}
          {...form.getInputProps('timeZone')}
        />
      )}
    </>
  )
}

export function ShownToUsers({ form }: Form) {
  return (
    <>
      <TextInput
        label="Shown as (optional)"
        description="What members and your team read in place of the name that callers send"
        placeholder="Your first purchase"
        maxLength={100}
        {...form.getInputProps('displayName')}
      />
      <Switch
        label="Show to members"
        description="Apps may show it to members, with how far they are"
        {...form.getInputProps('shownToUsers', { type: 'checkbox' })}
      />
    </>
  )
}

/** A name that callers send. It has no capitals, so they become small letters while someone types. */
export function NameText({ form, path, ...props }: Form & { path: string } & Omit<TextInputProps, 'form'>) {
  const { onChange: _, ...input } = form.getInputProps(path)
  return (
    <TextInput
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...input}
      onChange={(event) => form.setFieldValue(path, event.currentTarget.value.toLowerCase())}
      {...props}
    />
  )
}

const zones = (chosen: string): string[] => [
  ...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]
