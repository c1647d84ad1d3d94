import type { CoinValue, OwnPartner } from '@laurel/sdk'
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { DataTable } from '../components/data-table.tsx'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { coinName, coinsText } from '../format/coins.ts'
import { addDays, dayIn, wholeDayText } from '../format/time.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { useMay } from '../session/roles.ts'
import { useChangePartner } from './queries.ts'

export function CoinValueSection({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  const { coinValue, coinValues } = partner
  return (
    <Section
      title={`Value of one ${coinName().one}`}
      description="What one is worth in money, for the overview and for finance. Statements count with the value on their last day, so a new one changes no month that ended before it begins."
      actions={mayChange && coinValues[0]?.until === null && <Unset />}
    >
      <Text>
        {coinValue ? (
          <>
            <b>{valueText(coinValue)}</b> since {wholeDayText(coinValue.since)}
          </>
        ) : (
          'There is no value today.'
        )}
      </Text>
      {mayChange && <CoinValueForm partner={partner} />}
      {coinValues.length > 0 && <Versions partner={partner} />}
    </Section>
  )
}

/** "1 coin = 0.01 EUR". */
const valueText = ({ amount, currency }: CoinValue): string => `${coinsText(1)} = ${amount} ${currency}`

const NAMES = new Intl.DisplayNames('en', { type: 'currency' })
const CURRENCIES = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value}, ${NAMES.of(value)}`,
}))

function CoinValueForm({ partner: { coinValue, timeZone } }: { partner: OwnPartner }) {
  const change = useChangePartner()
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: {
      coinValue: { amount: '', currency: coinValue?.currency ?? 'EUR', since: dayIn(timeZone) },
    },
    validate: ({ coinValue: { amount } }) => ({ 'coinValue.amount': unclearNumber(amount) }),
    send: async ({ coinValue: { amount, currency, since } }) => {
      await change({ coinValue: { amount: typedNumber(amount), currency, ...(since && { since }) } })
      form.setFieldValue('coinValue.amount', '')
      notifications.show({ message: 'The value is saved.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={`${coinsText(1)} is worth`}
            placeholder="0.01"
            inputMode="decimal"
            w={130}
            {...form.getInputProps('coinValue.amount')}
          />
          <Select
            label="Currency"
            data={CURRENCIES}
            searchable
            allowDeselect={false}
            limit={100}
            w={220}
            {...form.getInputProps('coinValue.currency')}
          />
          <TextInput label="From" type="date" w={160} {...form.getInputProps('coinValue.since')} />
        </Group>
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={isSending}
            disabled={form.values.coinValue.amount.trim() === ''}
          >
            Save value
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Every value, the latest day first. A value ends where another begins. */
function Versions({ partner: { coinValues, coinValue, timeZone } }: { partner: OwnPartner }) {
  const today = dayIn(timeZone)
  const endOf = (value: CoinValue): string | null => {
    const next = coinValues[coinValues.indexOf(value) - 1]?.since ?? null
    return value.until !== null && (next === null || value.until < next) ? value.until : next
  }
  const state = (value: CoinValue) => {
    if (value.since > today) return 'To come'
    return value.since === coinValue?.since ? 'In force' : 'Former'
  }
  return (
    <DataTable
      label={`Values of one ${coinName().one}`}
      rows={coinValues}
      keyOf={({ since }) => since}
      columns={[
        { name: 'Value', cell: valueText, phone: 'title' },
        { name: 'From', cell: ({ since }) => wholeDayText(since), width: '24%', phone: 'more' },
        {
          name: 'To',
          cell: (value) => {
            const end = endOf(value)
            return end && wholeDayText(addDays(end, -1))
          },
          width: '24%',
          phone: 'aside',
        },
        { name: 'State', cell: state, width: '14%', phone: 'value' },
      ]}
    />
  )
}

function Unset() {
  const change = useChangePartner()
  const [isOpen, { open, close }] = useDisclosure(false)
  const unset = async () => {
    await change({ coinValue: null })
    close()
    notifications.show({ message: 'There is no value from today on.' })
  }
  return (
    <>
      <Button size="sm" variant="default" onClick={open}>
        Unset
      </Button>
      <ConfirmDialog title="Unset the value" isOpen={isOpen} close={close} action="Unset" confirm={unset}>
        From today on {coinsText(1)} has no value in money. Statements of days before keep theirs, and you can
        set a new value at any time.
      </ConfirmDialog>
    </>
  )
}
