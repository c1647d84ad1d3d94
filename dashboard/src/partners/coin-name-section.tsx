import type { OwnPartner } from '@laurel/sdk'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useMay } from '../session/roles.ts'
import { useChangePartner } from './queries.ts'

export function CoinNameSection({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  const { one, many } = partner.coinName ?? { one: 'coin', many: 'coins' }
  return (
    <Section
      title="Name of a coin"
      description="What your members collect, on these pages and on theirs: stars, beans, miles."
    >
      {mayChange ? (
        <CoinNameForm key={`${one} ${many}`} partner={partner} />
      ) : (
        <Text size="sm">
          1 {one}, 2 {many}
        </Text>
      )}
    </Section>
  )
}

const NO_NAME = { one: '', many: '' }

function CoinNameForm({ partner }: { partner: OwnPartner }) {
  const change = useChangePartner()
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: { coinName: partner.coinName ?? NO_NAME },
    send: async ({ coinName: { one, many } }) => {
      // Both empty is the name that coins have without one.
      const isNone = one.trim() === '' && many.trim() === ''
      const saved = await change({ coinName: isNone ? null : { one, many } })
      form.resetDirty({ coinName: saved.coinName ?? NO_NAME })
      notifications.show({ message: 'The name is saved.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <Group align="flex-start" gap="sm">
          <TextInput label="One" placeholder="coin" maw={200} {...form.getInputProps('coinName.one')} />
          <TextInput label="Many" placeholder="coins" maw={200} {...form.getInputProps('coinName.many')} />
        </Group>
        <Text size="sm" c="dimmed">
          Leave both empty for coin and coins.
        </Text>
        <Group>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
