import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { styleText } from 'node:util'
import type { Run } from './output.ts'

/** Colours text for a terminal, as FORCE_COLOR and NO_COLOR say. */
export const styled = ({ stdout }: Run, style: 'red' | 'green' | 'yellow' | 'cyan', text: string): string =>
  styleText(style, text, { stream: stdout })

/** Questions go to standard error, answers come from standard input: a terminal, or lines of a script. */
export type Questions = {
  isTerminal: boolean
  /** Undefined when the input has ended. */
  ask(question: string): Promise<string | undefined>
  /** Asks as `ask` does, and shows nothing of the input. */
  askHidden(question: string): Promise<string | undefined>
  close(): void
}

export function openQuestions({ stdin: input, stderr }: Run): Questions {
  const isTerminal = input.isTTY === true
  let isHidden = false
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output, terminal: isTerminal })
  const answers = lines[Symbol.asyncIterator]()
  const next = async () => ((await answers.next()) as IteratorResult<string, undefined>).value
  lines.once('SIGINT', () => interrupt(lines))
  return {
    isTerminal,
    ask(question) {
      stderr.write(question)
      return next()
    },
    async askHidden(question) {
      stderr.write(question)
      isHidden = true
      try {
        return await next()
      } finally {
        isHidden = false
        if (isTerminal) stderr.write('\n')
      }
    },
    close: () => lines.close(),
  }
}

/** Whether a question is answered with yes. */
export async function confirmed(run: Run, question: string): Promise<boolean> {
  const questions = openQuestions(run)
  const answer = await questions.ask(question).finally(() => questions.close())
  return /^y(es)?$/i.test(answer?.trim() ?? '')
}

/** Readline takes Ctrl-C from the terminal; this gives the process its usual end. */
function interrupt(lines: Interface): void {
  lines.close()
  process.kill(process.pid, 'SIGINT')
}

/** Aborted by Ctrl-C or a stop of the process; the second time ends it at once. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  return interrupted.signal
}
