import type { Member } from '@laurel/sdk'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { CopyableValue } from '../components/copyable.tsx'
import { DialogButton } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { memberName } from '../members/member-name.ts'
import { USERS } from '../members/queries.ts'
import { useMay } from '../session/roles.ts'

/** The partner's own id of a user. */
export function ExternalId({ member }: { member: Member }) {
  const maySet = useMay('setExternalId')
  const { externalId } = member
  return (
    <>
      {externalId && <CopyableValue text={externalId} what="your own id of the user" />}
      {maySet && (
        <DialogButton
          size="compact-xs"
          variant="subtle"
          title={`Your own id of ${memberName(member)}`}
          dialog={(close) => <ExternalIdForm member={member} close={close} />}
        >
          {externalId ? 'Change your id' : 'Set your own id'}
        </DialogButton>
      )}
    </>
  )
}

function ExternalIdForm({ member, close }: { member: Member; close: () => void }) {
  const queryClient = useQueryClient()
  const { form, ...submission } = useServerForm({
    initialValues: { externalId: member.externalId ?? '' },
    send: async ({ externalId }) => {
      const body = { externalId: externalId.trim() }
      await laurel.users.setExternalId(member.userId, body)
      await queryClient.invalidateQueries({ queryKey: [USERS] })
      notifications.show({ message: `Your id of ${memberName(member)} is ${body.externalId}.` })
      close()
    },
  })
  return (
    <DialogForm submission={submission} action="Save" close={close}>
      <TextInput
        label="Your own id"
        description="What your systems call this user. Awards and transfers can name it instead of the user id."
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('externalId')}
      />
    </DialogForm>
  )
}
