import './call-form.css'
import { Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { coinsOf, coinsText, coinsTitle, coinText, hundredthsOf } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'

/** All of what is there, half of it, or an amount that is typed. */
export type AmountValues = { amount: 'all' | 'half' | 'other'; coins: string }

export const ALL: AmountValues = { amount: 'all', coins: '' }

/** The coins that are chosen of so many; null while none are. */
export function chosenCoins({ amount, coins }: AmountValues, most: string): string | null {
  if (amount === 'all') return most
  if (amount === 'half') return halfOf(most)
  const typed = typedNumber(coins)
  return hundredthsOf(typed) === null ? null : typed
}

/** Rounded down to hundredths. */
const halfOf = (coins: string): string | null => {
  const half = (hundredthsOf(coins) ?? 0n) / 2n
  return half > 0n ? coinsOf(half) : null
}

/** Why the amount cannot be taken as it is; null when it can. */
export function amountProblem(values: AmountValues, most: string): string | null {
  const { amount, coins } = values
  if (amount !== 'other') return chosenCoins(values, most) ? null : 'There is nothing left.'
  if (coins.trim() === '') return 'This is required.'
  const isTooMuch = (hundredthsOf(typedNumber(coins)) ?? 0n) > (hundredthsOf(most) ?? 0n)
  return unclearNumber(coins) ?? (isTooMuch ? `At most ${coinsText(most)}.` : null)
}

/** Chooses all, half or another amount of what is there. */
export function AmountChoice<Values extends AmountValues>({
  form,
  most,
}: {
  form: UseFormReturnType<Values>
  most: string
}) {
  const values: AmountValues = form.getValues()
  const other = form.getInputProps('coins')
  const half = halfOf(most)
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="amount-label">
        {coinsTitle()}
      </Text>
      <Group align="flex-start" gap="sm">
        <SegmentedControl
          className="amount-choice"
          aria-labelledby="amount-label"
          data={[
            { value: 'all', label: `All ${coinText(most)}` },
            ...(half ? [{ value: 'half', label: `Half ${coinText(half)}` }] : []),
            { value: 'other', label: 'Other' },
          ]}
          {...form.getInputProps('amount')}
        />
        {values.amount === 'other' && (
          <TextInput
            aria-label="Other amount"
            placeholder={`Up to ${coinText(most)}`}
            inputMode="decimal"
            autoComplete="off"
            // For a dialog that opens with it, and for one where it is chosen.
            data-autofocus
            autoFocus
            flex="1 1 9rem"
            {...other}
          />
        )}
      </Group>
      {values.amount !== 'other' && other.error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4}>
          {other.error}
        </Text>
      )}
    </div>
  )
}
