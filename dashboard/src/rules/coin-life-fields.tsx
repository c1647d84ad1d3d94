import { Group, Input, SegmentedControl, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ExpiryInputs } from '../components/expiry-inputs.tsx'
import { coinName, titled } from '../format/coins.ts'
import { coinLife } from '../format/expiry.ts'
import { NumberText, OptionalTerm } from './rule-term-fields.tsx'
import { coinLifeOf, type RuleValues } from './rule-values.ts'

const EXPIRIES: { value: RuleValues['expiry']; label: string }[] = [
  { value: 'programme', label: 'As in the programme' },
  { value: 'never', label: 'Never' },
  { value: 'own', label: 'After …' },
]

/** When the coins of the rule can be spent, and until when. */
export function CoinLifeFields({ form }: { form: UseFormReturnType<RuleValues> }) {
  const values = form.getValues()
  const life = coinLife(coinLifeOf(values))
  const { many } = coinName()
  return (
    <>
      <OptionalTerm
        label="Pending at first"
        description={`Such as for the time in which an order can come back: the ${many} count at once, and can be spent later`}
        isOn={values.isPending}
        onChange={(isOn) => form.setFieldValue('isPending', isOn)}
      >
        <NumberText
          aria-label={`Days until ${many} can be spent`}
          maw={160}
          rightSection="days"
          rightSectionWidth={56}
          {...form.getInputProps('pendingDays')}
        />
      </OptionalTerm>
      <Input.Wrapper label={`${titled(many)} expire`} labelElement="div" error={form.errors.coinExpiry}>
        <Group mt={4}>
          <SegmentedControl
            aria-label={`${titled(many)} expire`}
            data={EXPIRIES}
            value={values.expiry}
            onChange={(value) =>
              form.setFieldValue(
                'expiry',
                EXPIRIES.find((each) => each.value === value)?.value ?? 'programme',
              )
            }
          />
        </Group>
      </Input.Wrapper>
      {values.expiry === 'own' && (
        <ExpiryInputs inputProps={(field) => form.getInputProps(`coinExpiry.${field}`)} />
      )}
      <Text size="sm" c="dimmed" aria-live="polite" data-coin-life>
        {life && [life.sentence, life.days].filter(Boolean).join(' ')}
      </Text>
    </>
  )
}
