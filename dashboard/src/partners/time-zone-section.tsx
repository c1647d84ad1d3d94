import type { OwnPartner } from '@laurel/sdk'
import { Button, Group, Progress, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormError } from '../components/error-alert.tsx'
import { Section } from '../components/section.tsx'
import { useServerForm } from '../components/server-form.ts'
import { coinName, counted, countText } from '../format/coins.ts'
import { ownTimeZone } from '../format/time.ts'
import { useMay } from '../session/roles.ts'
import { recountQuery, useChangePartner } from './queries.ts'

export function TimeZoneSection({ partner }: { partner: OwnPartner }) {
  const mayChange = useMay('changeOwnPartner')
  return (
    <Section
      title="Time zone"
      isFirst
      description={`Days and months of the overview, of finance and of results begin on its clocks, ${coinName().many} expire at the end of its days, and all pages show its times. The months of boards are those of UTC.`}
    >
      {mayChange ? <TimeZoneForm partner={partner} /> : <Text size="sm">{partner.timeZone}</Text>}
      <Recount />
    </Section>
  )
}

function TimeZoneForm({ partner: { timeZone } }: { partner: OwnPartner }) {
  const change = useChangePartner()
  const queryClient = useQueryClient()
  const { form, isSending, formError, submit } = useServerForm({
    initialValues: { timeZone },
    send: async (body) => {
      const saved = await change(body)
      form.resetDirty({ timeZone: saved.timeZone })
      notifications.show({ message: `The programme runs on the clocks of ${saved.timeZone}.` })
      await queryClient.invalidateQueries()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError>{formError}</FormError>
        <Group align="flex-end" gap="sm">
          <Select
            label="Time zone"
            data={zonesWith(timeZone)}
            searchable
            allowDeselect={false}
            maxDropdownHeight={280}
            limit={100}
            flex={1}
            maw={360}
            {...form.getInputProps('timeZone')}
          />
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            Save time zone
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The zones that the browser knows, its own first. */
const zonesWith = (current: string): string[] => [
  ...new Set([current, ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

/** A new zone counts all days again, in the background. */
function Recount() {
  const { data: recount } = useQuery(recountQuery)
  if (!recount) return null
  const { timeZone, events, behind } = recount
  const all = events + behind
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        The days are being counted again for {timeZone}: {countText(events)} of {counted(all, 'event')}. Until
        then, figures by day are those of the former zone.
      </Text>
      <Progress.Root maw={480}>
        <Progress.Section value={all === 0 ? 100 : (events / all) * 100} aria-label="Counted again" />
      </Progress.Root>
    </Stack>
  )
}
