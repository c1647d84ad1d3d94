import { Alert, Paper, Text, Textarea } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useOnce } from '../api/idempotency.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { memberName } from '../members/member-name.ts'
import { ruleInWords } from '../rules/rule-in-words.ts'
import { type AwardResult, awardByHand } from './award-by-hand.ts'
import { type Awardable, PickRule } from './pick-rule.tsx'
import { useRefreshUser } from './refresh-user.ts'
import type { UserDialog, UserForm } from './user-dialog.ts'

const LOOKS = {
  paid: { color: 'laurel', icon: IconCircleCheck },
  counted: { color: 'blue', icon: IconCircleDashed },
  refused: { color: 'red', icon: IconCircleX },
} as const

/** Awards a rule by hand and says what came of it. */
export function AwardDialog({ isOpen, close, member }: UserDialog) {
  const sendOnce = useOnce()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Award a rule to ${memberName(member)}`}>
      <AwardForm member={member} close={close} sendOnce={sendOnce} />
    </Dialog>
  )
}

function AwardForm({ member, close, sendOnce }: UserForm) {
  const [picked, setPicked] = useState<Awardable | null>(null)
  const [result, setResult] = useState<AwardResult | null>(null)
  const refresh = useRefreshUser()
  const { form, ...sending } = useServerForm({
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
    <DialogForm
      sending={sending}
      action={result ? 'Award it again' : 'Award'}
      cancel={result ? 'Done' : 'Cancel'}
      isReady={picked !== null}
      close={close}
    >
      <PickRule picked={picked} onPick={pick} />
      {picked && (
        <Paper className="card" p="sm">
          <Text size="sm">{ruleInWords(picked.rule)[0]}</Text>
        </Paper>
      )}
      <Textarea
        label="Note (optional)"
        description="Kept with the award, for your team and the user’s history"
        autosize
        {...form.getInputProps('narration')}
      />
      {result && <Result result={result} />}
    </DialogForm>
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
