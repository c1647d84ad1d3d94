import { Alert, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { useOnce } from '../api/idempotency.ts'
import { type Decision, otherAwardQuery } from '../awards/queries.ts'
import { type ReversalPlan, reversalInWords, tooFewCoins } from '../awards/reversal-in-words.ts'
import { Confirmation } from '../components/confirm-dialog.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Loaded, Outline } from '../components/loaded.tsx'
import { coinsText } from '../format/coins.ts'
import { memberName } from '../members/member-name.ts'
import type { Member } from '../members/queries.ts'
import { ruleQuery } from '../rules/queries.ts'
import { useRefreshUser } from './refresh-user.ts'

/** Takes a paid award back, after saying all that this changes. */
export function ReverseDialog({
  decision,
  member,
  close,
}: {
  decision: Decision | null
  member: Member
  close: () => void
}) {
  return (
    <Dialog isOpen={decision !== null} close={close} title="Take the award back?">
      {decision && <Plan decision={decision} member={member} close={close} />}
    </Dialog>
  )
}

function Plan({ decision, member, close }: { decision: Decision; member: Member; close: () => void }) {
  const rule = useQuery(ruleQuery(decision.ruleId))
  const other = useQuery(otherAwardQuery({ ...decision, ruleName: rule.data?.name }))
  return (
    <Loaded query={rule} outline={<Outline rows={3} height={24} />}>
      {({ name, type, userLimitAward }) => (
        <Loaded query={other} outline={<Outline rows={3} height={24} />}>
          {(hasOtherAward) => (
            <Reversal
              decision={decision}
              plan={{
                coins: decision.coins,
                paidAt: decision.createdAt,
                name: memberName(member),
                balance: member.wallet.coins,
                ruleName: name,
                ruleType: type,
                userLimitAward,
                hasOtherAward,
              }}
              close={close}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Reversal({ decision, plan, close }: { decision: Decision; plan: ReversalPlan; close: () => void }) {
  const sendOnce = useOnce()
  const refresh = useRefreshUser({ isPastChanged: true })
  const refusal = tooFewCoins(plan)

  async function reverse(): Promise<void> {
    const params = { path: { id: decision.id } }
    await sendOnce(decision.id, (key) =>
      dataOf(api.POST('/api/v1/laas/rules/award/{id}/reverse', { params, ...key })),
    )
    await refresh()
    notifications.show({ message: `The award was taken back: ${coinsText(plan.coins)} left the wallet.` })
    close()
  }

  return (
    <Confirmation action="Take it back" cancel="Keep it" close={close} confirm={reverse}>
      <Stack>
        {refusal && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
            {refusal}
          </Alert>
        )}
        <List size="sm" spacing={6}>
          {reversalInWords(plan).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <Text size="sm" fw={600}>
          This cannot be undone.
        </Text>
      </Stack>
    </Confirmation>
  )
}
