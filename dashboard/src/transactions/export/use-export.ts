import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../api/failure.ts'
import type { TransactionFilter } from '../transaction-filter.ts'
import { type ExportProgress, readExport } from './read-export.ts'
import { saveFile } from './save-file.ts'

type ExportState =
  | { step: 'idle' }
  | { step: 'running'; progress: ExportProgress }
  | { step: 'saved'; rows: number; name: string }
  | { step: 'failed'; sentence: string }

const NOTHING_YET: ExportProgress = { rows: 0, bytes: 0, share: null }
const BROKEN_OFF = 'The connection broke before the file was whole, so nothing was saved. Try again.'

/** An export that can be watched and broken off; it ends with the page that shows it. */
export function useExport(filter: TransactionFilter) {
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
    setState({ step: 'running', progress: NOTHING_YET })
    try {
      const { file, name, rows } = await readExport(filter, {
        signal: abort.signal,
        tell: (progress) => setState({ step: 'running', progress }),
      })
      if (abort.signal.aborted) return
      saveFile(file, name)
      setState({ step: 'saved', rows, name })
    } catch (error) {
      if (abort.signal.aborted) return
      setState({ step: 'failed', sentence: error instanceof ApiFailure ? error.message : BROKEN_OFF })
    }
  }

  return { state, start, cancel }
}
