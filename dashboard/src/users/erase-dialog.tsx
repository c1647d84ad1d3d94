import { Checkbox, List, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import type { MemberDialog, MemberForm } from '../coin-calls/member-dialog.ts'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { useServerForm } from '../components/server-form.ts'
import { useRefreshCoins } from '../event-stream/refresh.ts'
import { coinName, coinsText } from '../format/coins.ts'
import { possessive } from '../format/sentences.ts'
import { memberName } from '../members/member-name.ts'

/** Deletes what the partner holds about a user, once the partner's id of the user, or the tag, is typed. */
export function EraseDialog({ isOpen, close, member }: MemberDialog) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title={`Erase ${memberName(member)}?`}>
      <EraseForm member={member} close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

function EraseForm({ member, close, idempotentSend }: MemberForm) {
  const navigate = useNavigate()
  const refresh = useRefreshCoins()
  const name = memberName(member)
  // A customer without an account has a random tag, and always an id of the partner. Who unlinked shows no tag.
  const tag = member.userData?.tag
  const identity = member.externalId ?? tag ?? member.userId
  const hasCoins = member.wallet.coins !== '0'
  const { form, ...submission } = useServerForm({
    initialValues: { identity: '', forfeit: false },
    validate: (values) => ({
      identity: values.identity.trim() === identity ? null : `Type ${identity} to confirm.`,
      forfeit:
        !hasCoins || values.forfeit
          ? null
          : `Tick this, or let the member spend the ${coinName().many} first.`,
    }),
    send: async ({ forfeit }) => {
      const { userId } = member
      await idempotentSend({ forfeit, userId }, (key) => laurel.users.erase(userId, { forfeit }, key))
      notifications.show({ message: `What you held about ${name} is erased.` })
      await navigate({ to: '/members' })
      await refresh()
    },
  })
  return (
    <DialogForm submission={submission} action="Erase" isDangerous close={close}>
      <List size="sm" spacing={6}>
        <List.Item>
          {possessive(name)} name, e-mail address, picture, tag and your own id are deleted, and all notes and
          metadata. This cannot be undone.
        </List.Item>
        <List.Item>The membership ends: {name} disappears from all boards and counts.</List.Item>
        <List.Item>
          Amounts, limits and events stay, without the person. Your webhooks get user.erased.
        </List.Item>
        <List.Item>{possessive(name)} own account, if there is one, is not touched.</List.Item>
      </List>
      {hasCoins && (
        <Checkbox
          label={`Forfeit the ${coinsText(member.wallet.coins)} in the wallet`}
          {...form.getInputProps('forfeit', { type: 'checkbox' })}
        />
      )}
      <TextInput
        label={`Type ${member.externalId ? 'your id' : tag ? 'the tag' : 'our id'} ${identity} to confirm`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('identity')}
      />
    </DialogForm>
  )
}
