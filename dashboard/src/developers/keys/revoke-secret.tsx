import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { Confirm } from '../../components/confirm-dialog.tsx'
import { secretsQuery } from '../../partners/queries.ts'
import { useSession } from '../../session/session.ts'

export function RevokeSecret({
  secret,
  close,
}: {
  secret: { id: string; name: string } | null
  close: () => void
}) {
  const { ecosystem } = useSession()
  const queries = useQueryClient()

  async function revoke(): Promise<void> {
    if (!secret) return
    const params = { path: { eco: ecosystem, id: secret.id } }
    await dataOf(api.DELETE('/api/v1/{eco}/partners/me/secrets/{id}', { params }))
    close()
    await queries.invalidateQueries(secretsQuery(ecosystem))
    notifications.show({ message: `The secret ${secret.name} is revoked.` })
  }

  return (
    <Confirm
      title={`Revoke ${secret?.name ?? 'the secret'}?`}
      action="Revoke"
      isOpen={secret !== null}
      close={close}
      confirm={revoke}
    >
      From now on it is refused, and within a second so are the tokens that were had with it. A server that
      still uses it stops working. This cannot be undone.
    </Confirm>
  )
}
