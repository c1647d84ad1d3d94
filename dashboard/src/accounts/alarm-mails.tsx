import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { SettingRow, SettingRows } from '../components/setting-row.tsx'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { teamQuery } from '../team/queries.ts'

/** Mails to owners who want them. */
export function AlarmMails() {
  const isOffered = useMay('setAlarmMails')
  return isOffered ? <Mails /> : null
}

function Mails() {
  const { person } = useSession()
  const team = useQuery(teamQuery)
  return (
    <Section title="Mails to you">
      <Loaded query={team} loading={<LoadingRows rows={1} height={44} />}>
        {({ members }) => (
          <SettingRows label="Mails to you">
            <SettingRow
              name="Alarms"
              description="One mail when an alarm begins: a webhook fails, a budget is nearly used up, a rule is full, or an import refuses lines. None while it lasts."
              action={
                <WantedSwitch
                  isWanted={members.some(({ id, alarmMails }) => id === person.id && alarmMails)}
                />
              }
            />
          </SettingRows>
        )}
      </Loaded>
    </Section>
  )
}

function WantedSwitch({ isWanted }: { isWanted: boolean }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (enabled: boolean) => laurel.account.setAlarmMails({ enabled }),
    onSuccess: ({ alarmMails }) =>
      notifications.show({
        message: alarmMails ? 'You get a mail when an alarm begins.' : 'You get no more mails about alarms.',
      }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
    onSettled: () => queryClient.invalidateQueries(teamQuery),
  })
  return (
    <Switch
      aria-label="Get alarms by mail"
      checked={isPending ? variables : isWanted}
      disabled={isPending}
      onChange={({ currentTarget }) => mutate(currentTarget.checked)}
    />
  )
}
