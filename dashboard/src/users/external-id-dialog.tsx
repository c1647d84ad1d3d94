import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import type { MemberDialog } from '../coin-calls/member-dialog.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { memberName } from '../members/member-name.ts'
import { USERS } from '../members/queries.ts'

/** Sets the partner's own id of a member. */
export function ExternalIdDialog({ isOpen, close, member }: MemberDialog) {
  return (
    <Dialog isOpen={isOpen} close={close} title={`Your own id of ${memberName(member)}`}>
      <ExternalIdForm member={member} close={close} />
    </Dialog>
  )
}

function ExternalIdForm({ member, close }: Omit<MemberDialog, 'isOpen'>) {
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
        description="What your systems call this member. Awards can name it instead of our id."
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('externalId')}
      />
    </DialogForm>
  )
}
