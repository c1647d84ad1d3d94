import type { Readable } from 'node:stream'
import { type Info, type Parser, parse } from 'csv-parse'
import { Failure, invalid } from '../../runtime/failure.ts'
import { createSlices, type Slice } from '../../runtime/queues/in-slices.ts'
import { type Column, readCells, readHeader } from './csv-columns.ts'
import { BYTES_MAX, LINES_MAX } from './import.ts'
import { checkLine, notAnObject, type ReceivedLine, refusedLine } from './import-line.ts'

export const LINE_CHARACTERS_MAX = 16_384
/** How much of a file is taken apart at once. */
const PIECE_BYTES = 16_384
/** Short records take the parser of CSV long, above all those with fewer cells than the header. */
const PARSED_BYTES = 256

export const FORMATS = ['application/x-ndjson', 'text/csv'] as const
export type Format = (typeof FORMATS)[number]

/** The text of a line, which tells it from another, and what it says. */
export type ReadLine = { text: string; check: () => ReceivedLine }

/**
 * Reads the lines of a file as it arrives, in slices: a small file can have many lines. Refuses a file that
 * is too large, or not what it says.
 */
export async function* readLines(body: Readable, format: Format): AsyncGenerator<ReadLine> {
  let isEmpty = true
  const slice = createSlices()
  for await (const read of format === 'text/csv' ? readCsv(body, slice) : readNdjson(body, slice)) {
    isEmpty = false
    const pause = slice()
    if (pause) await pause
    yield read
  }
  if (isEmpty) throw invalid('The file names no member; send a line for each.')
}

/** Blank lines count too: they make no member, but to read them takes time. */
function requireRoom(lines: number): void {
  if (lines > LINES_MAX)
    throw new Failure('tooLarge', `The file has more than ${LINES_MAX} lines; send it in several imports.`)
}

async function* readNdjson(body: Readable, slice: Slice): AsyncGenerator<ReadLine> {
  let number = 0
  let rest = ''
  const read = (line: string): ReadLine | undefined => {
    number += 1
    requireRoom(number)
    if (line.length > LINE_CHARACTERS_MAX) throw tooLong(number)
    return line.trim() === '' ? undefined : readJson(number, line)
  }
  for await (const text of decoded(body, slice)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() as string
    for (const line of lines) {
      const found = read(line)
      if (found) yield found
    }
    if (rest.length > LINE_CHARACTERS_MAX) throw tooLong(number + 1)
  }
  const last = rest === '' ? undefined : read(rest)
  if (last) yield last
}

const readJson = (number: number, text: string): ReadLine => ({
  text,
  check() {
    try {
      return checkLine(number, JSON.parse(text))
    } catch {
      return notAnObject(number)
    }
  },
})

async function* readCsv(body: Readable, slice: Slice): AsyncGenerator<ReadLine> {
  let columns: Column[] | undefined
  for await (const { record, info } of csvRecords(body, slice)) {
    requireRoom(linesOf(info))
    if (columns) yield readRecord(info.lines, columns, record)
    else columns = readHeader(record)
  }
  if (!columns) throw invalid('The file has no header line; begin with the names of its columns.')
}

const readRecord = (number: number, columns: Column[], record: string[]): ReadLine => ({
  text: JSON.stringify(record),
  check: () => lineOfRecord(number, columns, record),
})

function lineOfRecord(number: number, columns: Column[], record: string[]): ReceivedLine {
  if (record.length > columns.length)
    return refusedLine(number, `The line has more than ${columns.length} cells.`)
  const read = readCells(columns, record)
  if ('value' in read) return checkLine(number, read.value)
  const at = columns.findIndex(({ field }) => field === 'externalId')
  return refusedLine(number, read.problem, record[at])
}

/** The header is a record as well. */
const linesOf = ({ records, empty_lines: emptyLines }: Info) => records - 1 + emptyLines

type CsvRecord = { record: string[]; info: Info }

/** Feeds the parser by hand: piped, a refused upload would close the connection before its response. */
async function* csvRecords(body: Readable, slice: Slice): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LINE_CHARACTERS_MAX,
  })
  let problem: Error | undefined
  parser.on('error', (error) => {
    problem = error
  })
  for await (const text of decoded(body, slice)) {
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length && !problem; from += PARSED_BYTES) {
      const pause = slice()
      if (pause) await pause
      parser.write(bytes.subarray(from, from + PARSED_BYTES))
      requireRoom(linesOf(parser.info))
      yield* recordsIn(parser)
    }
    if (problem) break
  }
  const ended = new Promise((resolve) => parser.once('end', resolve).once('close', resolve))
  parser.end()
  for (;;) {
    yield* recordsIn(parser)
    if (problem) throw notCsv(parser)
    if (parser.readableEnded) return
    await Promise.race([ended, new Promise((resolve) => parser.once('readable', resolve))])
  }
}

function* recordsIn(parser: Parser): Generator<CsvRecord> {
  for (let record = parser.read(); record !== null; record = parser.read()) yield record as CsvRecord
}

const notCsv = ({ info }: Parser) =>
  invalid(`Line ${info.lines} is not valid CSV; check its quotes, and that it has less than 16 kB.`)

const tooLong = (line: number) =>
  invalid(`Line ${line} has more than ${LINE_CHARACTERS_MAX} characters; send one JSON object per line.`)

/**
 * The text of a body in UTF-8. Every byte counts as work, whatever the lines are. Leaves the body open, so
 * that a refusal can be sent while it still arrives.
 */
async function* decoded(body: Readable, slice: Slice): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length
    if (bytes > BYTES_MAX)
      throw new Failure(
        'tooLarge',
        `The file has more than ${BYTES_MAX / 1_048_576} MB; send it in several imports.`,
      )
    for (let from = 0; from < (chunk as Buffer).length; from += PIECE_BYTES) {
      const piece = (chunk as Buffer).subarray(from, from + PIECE_BYTES)
      await slice(piece.length)
      yield decode(() => decoder.decode(piece, { stream: true }))
    }
  }
  yield decode(() => decoder.decode())
}

function decode(read: () => string): string {
  try {
    return read()
  } catch {
    throw invalid('The file is not in UTF-8; convert it.')
  }
}
