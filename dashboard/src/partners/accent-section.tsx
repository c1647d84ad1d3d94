import type { OwnPartner } from '@laurel/sdk'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useMay } from '../session/roles.ts'
import { isColour } from './accent.ts'
import { useChangePartner } from './queries.ts'

/** Where the choice of a colour begins without one. */
const LAUREL = '#1e6842'
const WRONG_COLOUR = 'Write the colour with six digits from 0 to f, such as #1e6842.'

export function AccentSection({
  partner,
  onType,
}: {
  partner: OwnPartner
  onType: (accent: string) => void
}) {
  const mayChange = useMay('changeOwnPartner')
  return (
    <Section
      title="Accent"
      description="The colour of your brand, for amounts, links and buttons. Where it could not be read, pages use a darker or a lighter one."
    >
      {mayChange ? (
        <AccentForm partner={partner} onType={onType} />
      ) : (
        <Text size="sm">{partner.brand.accent ?? 'No accent is set.'}</Text>
      )}
    </Section>
  )
}

function AccentForm({ partner, onType }: { partner: OwnPartner; onType: (accent: string) => void }) {
  const change = useChangePartner()
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: { brand: { accent: partner.brand.accent ?? '' } },
    validate: ({ brand: { accent } }) =>
      accent.trim() === '' || isColour(accent.trim()) ? {} : { 'brand.accent': WRONG_COLOUR },
    send: async ({ brand: { accent } }) => {
      const saved = await change({ brand: { accent: accent.trim() === '' ? null : accent.trim() } })
      const now = saved.brand.accent ?? ''
      form.setFieldValue('brand.accent', now)
      form.resetDirty({ brand: { accent: now } })
      onType(now)
      notifications.show({ message: now === '' ? 'There is no accent any more.' : 'The accent is saved.' })
    },
  })
  const { accent } = form.values.brand
  const choose = (next: string) => {
    form.setFieldValue('brand.accent', next)
    onType(next)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Colour"
            description="Six digits, such as #1e6842; empty for none"
            spellCheck={false}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maw={280}
            rightSection={
              <input
                type="color"
                className="colour-field"
                aria-label="Choose the colour"
                value={isColour(accent) ? accent : LAUREL}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
              />
            }
            {...form.getInputProps('brand.accent')}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()} mt={25}>
            Save accent
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
