import type { Webhook, WebhookWithSecret } from '@laurel/sdk'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type IdempotentSend, useIdempotentSend } from '../api/idempotent-send.ts'
import { laurel } from '../api/laurel.ts'
import { DataTable } from '../components/data-table.tsx'
import { Dialog } from '../components/dialog.tsx'
import { EmptyState, Forbidden } from '../components/empty-state.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NewSecret } from '../components/new-secret.tsx'
import { Time } from '../components/time.tsx'
import { countText } from '../format/coins.ts'
import { DevelopersFrame } from '../layout/developers-frame.tsx'
import { useMay } from '../session/roles.ts'
import { webhooksQuery } from './queries.ts'
import { WebhookForm, type WebhookInput } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

export function WebhooksPage() {
  return (
    <DevelopersFrame>
      {useMay('listWebhooks') ? <Webhooks /> : <Forbidden title="Webhooks are for owners and managers" />}
    </DevelopersFrame>
  )
}

function Webhooks() {
  const webhooks = useQuery(webhooksQuery)
  const [isAdding, adding] = useDisclosure(false)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
      Add a webhook
    </Button>
  )
  return (
    <>
      <Loaded query={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={IconWebhook} title="No webhook yet" action={add}>
              Send every award, transfer and new member to your server: signed, in order, with retries.
            </EmptyState>
          ) : (
            <Stack>
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  Each address receives its events signed, in order and at least once.
                </Text>
                {add}
              </Group>
              <WebhookTable list={list} />
            </Stack>
          )
        }
      </Loaded>
      <NewWebhook isOpen={isAdding} close={adding.close} />
    </>
  )
}

function WebhookTable({ list }: { list: Webhook[] }) {
  return (
    <DataTable
      label="Webhooks"
      rows={list}
      keyOf={({ id }) => id}
      link={({ id }, props) => (
        <Link to="/developers/webhooks/$webhookId" params={{ webhookId: id }} {...props} />
      )}
      columns={[
        {
          name: 'Address',
          cell: ({ url, description }) => (
            <>
              {url}
              {description && <span className="quiet"> {description}</span>}
            </>
          ),
          phone: 'title',
        },
        {
          name: 'State',
          cell: (webhook) => <WebhookState webhook={webhook} />,
          width: '13%',
          phone: 'value',
        },
        {
          name: 'Events',
          cell: ({ types }) => types?.join(', ') ?? 'All',
          width: '24%',
          phone: 'more',
        },
        { name: 'Waiting', cell: ({ waiting }) => countText(waiting), isAmount: true, width: '10%' },
        {
          name: 'Added',
          cell: ({ createdAt }) => <Time at={createdAt} />,
          isAmount: true,
          width: '12%',
          phone: 'aside',
        },
      ]}
    />
  )
}

function NewWebhook({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const idempotentSend = useIdempotentSend()
  return (
    <Dialog isOpen={isOpen} close={close} title="Add a webhook" size="lg" closeOnClickOutside={false}>
      <NewWebhookForm close={close} idempotentSend={idempotentSend} />
    </Dialog>
  )
}

/** Asks for the address, then shows the secret until the dialog closes. */
function NewWebhookForm({ close, idempotentSend }: { close: () => void; idempotentSend: IdempotentSend }) {
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<WebhookWithSecret | null>(null)

  async function create(body: WebhookInput): Promise<void> {
    try {
      setCreated(await idempotentSend(body, (key) => laurel.webhooks.create(body, key)))
    } finally {
      // A webhook whose response was lost exists.
      void queryClient.invalidateQueries(webhooksQuery)
    }
  }

  if (!created) return <WebhookForm action="Add" send={create} close={close} />
  return (
    <NewSecret
      secret={created.secret}
      what="the secret of the webhook"
      close={close}
      more={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/developers/webhooks/$webhookId" params={{ webhookId: created.id }} {...props} />
          )}
        >
          Open the webhook
        </Button>
      }
    />
  )
}
