import { LaurelError } from '@laurel/sdk'
import { Alert, Anchor, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { memberName } from '../members/member-name.ts'
import { USERS } from '../members/queries.ts'

const MEANINGS: Record<string, string> = {
  user_details_unreachable: 'The request to your user details address failed',
  user_details_invalid: 'Your server sent an invalid record',
  user_details_mismatch: 'Your server sent another user',
  user_details_conflict: 'The e-mail address belongs to another user',
  consent_required: 'This person has left and must rejoin by consent',
}

/** Onboards a user by tag, with the record from the partner's user-details address. */
export function OnboardDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} close={close} title="Onboard by tag">
      <OnboardForm close={close} />
    </Dialog>
  )
}

function OnboardForm({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const idempotentSend = useIdempotentSend()
  const [refusal, setRefusal] = useState<LaurelError | null>(null)
  const { form, ...submission } = useServerForm({
    initialValues: { tag: '' },
    send: async ({ tag }) => {
      setRefusal(null)
      const body = { tag: tag.trim().replace(/^@/, '') }
      try {
        const member = await idempotentSend(body, (key) => laurel.users.onboard(body, key))
        void queryClient.invalidateQueries({ queryKey: [USERS] })
        notifications.show({ message: `${memberName(member)} has joined.` })
        await navigate({ to: '/members/$userId', params: { userId: member.userId } })
      } catch (error) {
        if (!(error instanceof LaurelError) || !(error.code in MEANINGS)) throw error
        setRefusal(error)
      }
    },
  })
  return (
    <DialogForm submission={submission} action="Onboard" close={close}>
      <Text size="sm">
        The service requests the user with this tag from your user details address. Existing users stay
        unchanged.
      </Text>
      {refusal && <Refusal refusal={refusal} />}
      <TextInput
        label="Tag"
        placeholder="ada"
        leftSection="@"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('tag')}
      />
    </DialogForm>
  )
}

function Refusal({ refusal }: { refusal: LaurelError }) {
  const isAddress = refusal.code.startsWith('user_details')
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={MEANINGS[refusal.code]} role="alert">
      <Text size="sm">{sentenceOf(refusal)}</Text>
      {isAddress && (
        <Anchor component={Link} to="/settings" size="sm" underline="always" c="inherit">
          Try your address in Settings
        </Anchor>
      )}
    </Alert>
  )
}
