import { Alert, Button, Group, Modal, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { ruleInWords } from '../rules/rule-in-words.ts'
import { Problem } from '../shared/problem.tsx'
import { useServerForm } from '../shared/server-form.ts'
import { useOnce } from '../shared/use-once.ts'
import { type AwardResult, awardByHand } from './award-by-hand.ts'
import { memberName } from './member-name.ts'
import { type Awardable, PickRule } from './pick-rule.tsx'
import type { Member } from './queries.ts'
import { useRefreshUser } from './refresh-user.ts'

const LOOKS = {
  paid: { color: 'laurel', icon: IconCircleCheck },
  counted: { color: 'blue', icon: IconCircleDashed },
  refused: { color: 'red', icon: IconCircleX },
} as const

/** Awards a rule by hand and says what came of it. */
export function AwardDialog({
  opened,
  onClose,
  member,
}: {
  opened: boolean
  onClose: () => void
  member: Member
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Award a rule to ${memberName(member)}`} centered>
      <AwardForm member={member} onClose={onClose} />
    </Modal>
  )
}

function AwardForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const [picked, setPicked] = useState<Awardable | null>(null)
  const [result, setResult] = useState<AwardResult | null>(null)
  const sendOnce = useOnce()
  const refresh = useRefreshUser()
  const { form, submit, isSending, problem } = useServerForm({
    initialValues: { narration: '' },
    send: async ({ narration }) => {
      setResult(null)
      const body = { userId: member.userId, ruleName: picked?.name ?? '', ...(narration && { narration }) }
      setResult(await sendOnce(body, (key) => awardByHand(body, key)))
      void refresh()
    },
  })
  const pick = (next: Awardable | null) => {
    setPicked(next)
    setResult(null)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <PickRule picked={picked} onPick={pick} />
        {picked && (
          <Paper className="card" p="sm">
            <Text size="sm">{ruleInWords(picked.rule)[0]}</Text>
          </Paper>
        )}
        <Textarea
          label="Note"
          description="Kept with the award, for your team and the user’s history"
          autosize
          {...form.getInputProps('narration')}
        />
        {result && <Result result={result} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {result ? 'Done' : 'Cancel'}
          </Button>
          <Button type="submit" loading={isSending} disabled={picked === null}>
            {result ? 'Award it again' : 'Award'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Result({ result }: { result: AwardResult }) {
  const { color, icon: Icon } = LOOKS[result.outcome]
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={result.title} role="status">
      {result.why}
    </Alert>
  )
}
