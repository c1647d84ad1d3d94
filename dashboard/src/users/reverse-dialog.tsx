import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { coinsText } from '../awards/decision-in-words.ts'
import { type Decision, otherAwardQuery } from '../awards/queries.ts'
import { type ReversalPlan, reversalInWords, tooFewCoins } from '../awards/reversal-in-words.ts'
import { ruleQuery } from '../rules/queries.ts'
import { Loaded, Outline } from '../shared/loaded.tsx'
import { Problem } from '../shared/problem.tsx'
import { useOnce } from '../shared/use-once.ts'
import { memberName } from './member-name.ts'
import type { Member } from './queries.ts'
import { useRefreshUser } from './refresh-user.ts'

/** Takes a paid award back, after saying all that this changes. */
export function ReverseDialog({
  decision,
  member,
  onClose,
}: {
  decision: Decision | null
  member: Member
  onClose: () => void
}) {
  return (
    <Modal opened={decision !== null} onClose={onClose} title="Take the award back?" centered>
      {decision && <Confirmation decision={decision} member={member} onClose={onClose} />}
    </Modal>
  )
}

function Confirmation({
  decision,
  member,
  onClose,
}: {
  decision: Decision
  member: Member
  onClose: () => void
}) {
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
              onClose={onClose}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Reversal({
  decision,
  plan,
  onClose,
}: {
  decision: Decision
  plan: ReversalPlan
  onClose: () => void
}) {
  const sendOnce = useOnce()
  const refresh = useRefreshUser()
  const reverse = useMutation({
    mutationFn: () =>
      sendOnce(decision.id, (key) =>
        dataOf(
          api.POST('/api/v1/laas/rules/award/{id}/reverse', {
            params: { path: { id: decision.id } },
            ...key,
          }),
        ),
      ),
    onSuccess: async () => {
      await refresh()
      notifications.show({ message: `The award was taken back: ${coinsText(plan.coins)} left the wallet.` })
      onClose()
    },
  })
  const refusal = tooFewCoins(plan)
  return (
    <Stack>
      <Problem>{reverse.error && sentenceOf(reverse.error)}</Problem>
      {refusal && !reverse.error && (
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
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" loading={reverse.isPending} onClick={() => reverse.mutate()}>
          Take it back
        </Button>
      </Group>
    </Stack>
  )
}
