import type { Import } from '@laurel/sdk'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { laurel } from '../api/laurel.ts'
import { pageSentence, sentenceOf } from '../api/sentence.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { CursorList } from '../components/cursor-list.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { counted, countText } from '../format/coins.ts'
import { useMay } from '../session/roles.ts'
import { downloadRefusals, importsQuery, isUnfinished, refusalsQuery } from './import-queries.ts'

const TITLES: Record<Import['status'], string> = {
  receiving: 'Not received whole yet',
  running: 'Import in progress',
  finished: 'Import finished',
  cancelled: 'Import cancelled',
}

/** The progress of an import, and its refused lines. */
export function ImportCard({ run }: { run: Import }) {
  const { status, lines, done, created, refused, percent, createdAt, actor } = run
  return (
    <Section
      title={TITLES[status]}
      description={
        <>
          <Time at={createdAt} format="full" /> by {actor.name}
        </>
      }
      actions={isUnfinished(run) && <Cancel run={run} />}
    >
      <Stack gap={6}>
        <Progress.Root size="lg">
          <Progress.Section
            value={percent}
            color={status === 'cancelled' ? 'gray' : undefined}
            aria-label="Import progress"
            aria-valuetext={`${percent} %`}
          />
        </Progress.Root>
        <Text size="sm">
          {countText(done)} of {counted(lines, 'line')}: {counted(created, 'new member')},{' '}
          {countText(refused)} refused
        </Text>
      </Stack>
      {refused > 0 && <Refusals run={run} />}
    </Section>
  )
}

function Refusals({ run }: { run: Import }) {
  const query = useInfiniteQuery(refusalsQuery(run))
  const [isSaving, setSaving] = useState(false)
  async function save(): Promise<void> {
    setSaving(true)
    try {
      await downloadRefusals(run)
    } catch (error) {
      notifications.show({ color: 'red', message: sentenceOf(error) })
    }
    setSaving(false)
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          Refused lines
        </Text>
        <Button variant="subtle" size="compact-sm" loading={isSaving} onClick={() => void save()}>
          Download as CSV
        </Button>
      </Group>
      <CursorList query={query} rowsOf={({ data }) => data} empty={null}>
        {(rows) => (
          <DataTable
            label="Refused lines"
            rows={rows}
            keyOf={({ line }) => line}
            columns={[
              {
                name: 'Line',
                cell: ({ line }) => (
                  <>
                    <span className="phone-only">line </span>
                    {line}
                  </>
                ),
                width: 72,
                phone: 'value',
              },
              { name: 'Your id', cell: ({ externalId }) => externalId ?? '–', width: '26%' },
              { name: 'Problem', cell: ({ problem }) => pageSentence(problem), isLong: true, phone: 'title' },
            ]}
          />
        )}
      </CursorList>
    </Stack>
  )
}

function Cancel({ run }: { run: Import }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const client = useQueryClient()
  if (!useMay('cancelImport')) return null
  const confirm = async () => {
    await laurel.imports.cancel(run.id)
    await client.invalidateQueries({ queryKey: importsQuery.queryKey })
    close()
  }
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        Cancel
      </Button>
      <ConfirmDialog
        title="Cancel the import?"
        isOpen={isOpen}
        close={close}
        cancel="Go on"
        action="Cancel the import"
        confirm={confirm}
      >
        The remaining lines make no users. The users that it made stay.
      </ConfirmDialog>
    </>
  )
}
