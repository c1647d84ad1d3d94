import { styleText } from 'node:util'
import type { Logger } from 'pino'
import type { Config } from '../../runtime/settings/config.ts'

type RequestLine = { method: string; path: string; status: number; ms: number; id: string }
export type PrintRequest = (line: RequestLine) => void

const UNPRINTABLE = /[^\x21-\x7e]/g

/** Development prints a line for people, unless LOG_LEVEL asks for the JSON lines or for errors alone. */
export function requestPrinter({ mode }: Pick<Config, 'mode'>, log: Logger): PrintRequest | undefined {
  if (mode !== 'development' || log.level !== 'warn') return undefined
  return (line) => console.log(describeRequest(line))
}

/** The path alone, because a query can hold personal data and codes. Coloured on a terminal only. */
export function describeRequest(
  { method, path, status, ms, id }: RequestLine,
  stream = process.stdout,
): string {
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  const statusText = styleText(colour, String(status), { stream })
  return `${method} ${path.replace(/\?.*/s, '').replaceAll(UNPRINTABLE, '?')} ${statusText} ${ms} ms ${id}`
}
