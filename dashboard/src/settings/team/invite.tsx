import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf, once } from '../../api/client.ts'
import { useSession } from '../../session/session-state.ts'
import { Problem } from '../../shared/problem.tsx'
import { useServerForm } from '../../shared/server-form.ts'
import type { Role } from '../roles.ts'
import { RoleChoice } from './role-choice.tsx'

export function Invite() {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={open}>
        Invite someone
      </Button>
      <Modal opened={isOpen} onClose={close} title="Invite someone to the team" centered>
        <InviteForm close={close} />
      </Modal>
    </>
  )
}

function InviteForm({ close }: { close: () => void }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const { form, submit, isSending, problem } = useServerForm({
    initialValues: { email: '', role: 'read-only' as Role },
    sentences: { 'The email': 'email' },
    send: async (body) => {
      const invitation = { params: { path: { eco } }, body, ...once() }
      await dataOf(api.POST('/api/v1/{eco}/partners/me/team/invitations', invitation))
      notifications.show({ title: 'Invitation sent', message: `A mail is on its way to ${body.email}.` })
      void queries.invalidateQueries({ queryKey: ['team'] })
      close()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <RoleChoice {...form.getInputProps('role')} />
        <Text size="sm" c="dimmed">
          They get a mail with a link that works once and for 7 days.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Send the invitation
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
