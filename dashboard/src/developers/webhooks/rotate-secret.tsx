import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf, once } from '../../api/client.ts'
import { sentenceOf } from '../../api/failure.ts'
import { Problem } from '../../shared/problem.tsx'
import { SecretOnce } from '../secret-once.tsx'
import { webhooksQuery } from './queries.ts'

export function RotateSecret({
  webhookId,
  isOpen,
  close,
}: {
  webhookId: string
  isOpen: boolean
  close: () => void
}) {
  return (
    <Modal opened={isOpen} onClose={close} title="Replace the secret" centered closeOnClickOutside={false}>
      <RotateSecretSteps webhookId={webhookId} close={close} />
    </Modal>
  )
}

function RotateSecretSteps({ webhookId, close }: { webhookId: string; close: () => void }) {
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/laas/webhooks/{id}/rotate-secret', {
          params: { path: { id: webhookId } },
          ...once(),
        }),
      ),
    onSuccess: () => queries.invalidateQueries(webhooksQuery),
  })
  if (rotate.data) {
    return (
      <Stack>
        <SecretOnce secret={rotate.data.secret} what="the secret of the webhook" />
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack>
      <Problem>{rotate.isError ? sentenceOf(rotate.error) : null}</Problem>
      <Text size="sm">
        You get a new secret. For 24 hours every delivery is signed with both, so that you can change over at
        any time in between; then the one before is no longer used.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Replace
        </Button>
      </Group>
    </Stack>
  )
}
