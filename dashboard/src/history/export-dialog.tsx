import { LaurelError } from '@laurel/sdk'
import { Alert, Button, Group, Modal, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { exportRequest } from '../api/curl-examples.ts'
import { CopyableBlock } from '../components/copyable.tsx'
import { FormError } from '../components/error-alert.tsx'
import { saveFile } from '../components/save-file.ts'
import { coinsTitle, counted, countText } from '../format/coins.ts'
import { type HistoryFilter, isFiltered, movementsQueryOf } from './history-filter.ts'
import { LINES_IN_FILE_MAX, readLinesFile } from './lines-file.ts'
import { type ExportProgress, type MovementsQuery, readExport } from './read-export.ts'

export function ExportDialog({
  filter,
  isOpen,
  close,
}: {
  filter: HistoryFilter
  isOpen: boolean
  close: () => void
}) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Export as CSV"
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      <ExportSteps filter={filter} close={close} />
    </Modal>
  )
}

/** Closing the dialog aborts the export. */
function ExportSteps({ filter, close }: { filter: HistoryFilter; close: () => void }) {
  const movements = movementsQueryOf(filter)
  const [choice, setChoice] = useState<'movements' | 'lines'>('movements')
  // The service makes files of movements only.
  const query = choice === 'movements' ? movements : null
  const noun = query ? 'transaction' : 'line'
  const { state, start, cancel } = useExport(filter, query)
  return (
    <Stack>
      {state.step === 'failed' && <FormError>{state.sentence}</FormError>}
      {state.step === 'saved' && (
        <Alert color="laurel" icon={<IconCheck aria-hidden />} role="status" title={`${state.name} is saved`}>
          It has {counted(state.rows, noun)}
          {state.isPartial ? ', the latest; choose fewer days for the others.' : '.'}
        </Alert>
      )}
      {movements && state.step !== 'running' && (
        <SegmentedControl
          aria-label="What the file has"
          value={choice}
          onChange={(value) => setChoice(value === 'lines' ? 'lines' : 'movements')}
          data={[
            { value: 'movements', label: `${coinsTitle()} that moved` },
            { value: 'lines', label: 'Every line of the list' },
          ]}
        />
      )}
      {(state.step === 'idle' || state.step === 'failed') && (
        <Text size="sm">{contentText(filter, query)} Times are in UTC.</Text>
      )}
      {state.step === 'running' && <Running progress={state.progress} noun={noun} />}
      <Group justify="flex-end">
        {state.step === 'running' ? (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Button onClick={() => void start()} data-autofocus>
              {state.step === 'idle' ? 'Export' : 'Export again'}
            </Button>
          </>
        )}
      </Group>
      {query && (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            The same request from your server:
          </Text>
          <CopyableBlock text={exportRequest(query)} what="the request for the file" />
        </Stack>
      )}
    </Stack>
  )
}

function contentText(filter: HistoryFilter, query: MovementsQuery | null): string {
  const which = isFiltered(filter) ? 'that matches the filter' : 'there is'
  if (query)
    return isFiltered(filter)
      ? 'The file contains every movement that matches the filter, newest first.'
      : 'The file contains every movement, newest first.'
  return `The file contains every line ${which}, refused ones too, newest first, up to ${countText(LINES_IN_FILE_MAX)}.`
}

function Running({ progress: { rows, bytes, share }, noun }: { progress: ExportProgress; noun: string }) {
  const percent = share === null ? null : Math.floor(share * 100)
  return (
    <Stack gap={6}>
      <Progress.Root size="lg">
        <Progress.Section
          value={percent ?? 100}
          animated={percent === null}
          aria-label="Export progress"
          aria-valuetext={percent === null ? 'In progress' : `${percent} %`}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed" className="figure">
        {bytes === 0 ? WAITING : `${counted(rows, noun)}, ${countText(Math.round(bytes / 1000))} kB`}
        {percent !== null && `, ${percent} %`}
      </Text>
    </Stack>
  )
}

type ExportState =
  | { step: 'idle' }
  | { step: 'running'; progress: ExportProgress }
  | { step: 'saved'; rows: number; name: string; isPartial: boolean }
  | { step: 'failed'; sentence: string }

const NO_PROGRESS: ExportProgress = { rows: 0, bytes: 0, share: null }
const WAITING = 'Waiting for the first lines; one export runs at a time.'
const CONNECTION_BROKEN =
  'The connection broke before the file was complete, so nothing was saved. Try again.'

/** Runs an export that reports its progress and can be aborted. Without a query, makes the file here. */
function useExport(filter: HistoryFilter, query: MovementsQuery | null) {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  const cancel = () => {
    running.current?.abort()
    setState({ step: 'idle' })
  }
  useEffect(() => () => running.current?.abort(), [])

  async function start(): Promise<void> {
    const abort = new AbortController()
    running.current = abort
    setState({ step: 'running', progress: NO_PROGRESS })
    try {
      const options = {
        signal: abort.signal,
        onProgress: (progress: ExportProgress) => setState({ step: 'running', progress }),
      }
      const made = await (query
        ? readExport(query, options).then((whole) => ({ ...whole, isPartial: false }))
        : readLinesFile(filter, options))
      const { file, name, rows, isPartial } = made
      if (abort.signal.aborted) return
      saveFile(file, name)
      setState({ step: 'saved', rows, name, isPartial })
    } catch (error) {
      if (abort.signal.aborted) return
      const isRefused = error instanceof LaurelError && error.status > 0
      setState({ step: 'failed', sentence: isRefused ? error.message : CONNECTION_BROKEN })
    }
  }

  return { state, start, cancel }
}
