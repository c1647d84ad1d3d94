import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { sentenceOf } from '../../api/failure.ts'
import { agentWords } from '../../format/user-agent.ts'
import { useSession } from '../../session/session.ts'

export function EndSession({ session: { id, agent } }: { session: { id: string; agent: string | null } }) {
  const { ecosystem: eco } = useSession()
  const queries = useQueryClient()
  const name = agentWords(agent)
  const end = useMutation({
    mutationFn: () =>
      dataOf(api.DELETE('/api/v1/{eco}/partners/me/sessions/{id}', { params: { path: { eco, id } } })),
    onSuccess: () => notifications.show({ message: `The session of ${name} is ended.` }),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
  return (
    <Button
      variant="default"
      size="xs"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={`End the session of ${name}`}
    >
      End
    </Button>
  )
}
