import type { MemberLimitPeriod, OwnPartner } from '@laurel/sdk'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { coinName, coinsText, coinsTitle } from '../format/coins.ts'
import { typedNumber, unclearNumber } from '../format/typed-number.ts'
import { useMay } from '../session/roles.ts'
import { useChangePartner } from './queries.ts'

/** How much all rules together pay one member. */
export function MemberLimitSection({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  const { memberCoinLimit, memberLimitPeriod } = partner
  return (
    <Section
      title="Limit for one member"
      description={`What all rules together pay one member at most. ${coinsTitle()} added by hand, refunds and imports do not count.`}
    >
      {mayChange ? (
        <MemberLimitForm key={`${memberCoinLimit} ${memberLimitPeriod}`} partner={partner} />
      ) : (
        <Text size="sm">
          {memberCoinLimit === NONE ? 'No limit' : `${coinsText(memberCoinLimit)} a ${memberLimitPeriod}`}
        </Text>
      )}
    </Section>
  )
}

const NONE = '-1'

const PERIODS: { value: MemberLimitPeriod; label: string }[] = [
  { value: 'day', label: 'a day' },
  { value: 'week', label: 'a week' },
  { value: 'month', label: 'a month' },
]

const valuesOf = ({ memberCoinLimit, memberLimitPeriod }: OwnPartner) => ({
  memberCoinLimit: memberCoinLimit === NONE ? '' : memberCoinLimit,
  memberLimitPeriod,
})

function MemberLimitForm({ partner }: { partner: OwnPartner }) {
  const change = useChangePartner()
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: valuesOf(partner),
    validate: ({ memberCoinLimit }) => ({ memberCoinLimit: unclearNumber(memberCoinLimit) }),
    send: async ({ memberCoinLimit, memberLimitPeriod }) => {
      const limit = memberCoinLimit.trim() === '' ? NONE : typedNumber(memberCoinLimit)
      const saved = await change({ memberCoinLimit: limit, memberLimitPeriod })
      form.resetDirty(valuesOf(saved))
      notifications.show({ message: 'The limit is saved.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <Group align="flex-start" gap="sm">
          <TextInput
            aria-label="Most for one member"
            placeholder={coinName().many}
            inputMode="decimal"
            autoComplete="off"
            w={200}
            {...form.getInputProps('memberCoinLimit')}
          />
          <NativeSelect
            aria-label="Period of the limit"
            w={120}
            data={PERIODS}
            {...form.getInputProps('memberLimitPeriod')}
          />
        </Group>
        <Text size="sm" c="dimmed">
          Leave it empty for no limit. Another period or time zone counts from 0 again.
        </Text>
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save limit
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
