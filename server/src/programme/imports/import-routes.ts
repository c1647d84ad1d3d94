import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid, Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, pageOf } from '../../http/input/paging.ts'
import { csvHeader, csvText } from '../../http/responses/csv.ts'
import type { App } from '../../http/responses/envelope.ts'
import { EXPORT_PAGE_ROWS, EXPORTS_LIMIT, type Exports } from '../../http/responses/exports.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { Failure, notFound, refused } from '../../runtime/failure.ts'
import type { Database, Db } from '../../storage/database/database.ts'
import { requestHash, sendOnce, storedKey } from '../idempotency/idempotency-key.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import type { Import, LineRefusal } from './import.ts'
import { ImportData, importData, RefusalData } from './import-data.ts'
import { LINE_EXAMPLE } from './import-line.ts'
import { endImport, findImport, listImports, listRefusals, lockReceived } from './import-store.ts'
import { FORMATS, type Format } from './read-lines.ts'
import { importInProgress, importReplaced, receiveImport } from './receive-import.ts'

const ROLES = ['owner', 'manager', 'support'] as const
const { attributes: ATTRIBUTES_EXAMPLE, ...FIELDS_EXAMPLE } = LINE_EXAMPLE
const COLUMNS_EXAMPLE = { ...FIELDS_EXAMPLE, 'attributes.city': ATTRIBUTES_EXAMPLE.city }

const FIELDS =
  '`externalId` is required; `fullname`, `email`, `coins`, `points`, `expiresOn` and `reference` are optional. Another name is refused.'

/** Read as it arrives, so no schema checks it as a whole. */
const file = (schemaName: string, description: string, example: string) => ({
  schema: Type.Unknown({ schemaName, examples: [example], documentedAs: Type.String({ description }) }),
})

const FILES = {
  content: {
    'application/x-ndjson': file(
      'ImportNdjson',
      `A JSON object on each line. ${FIELDS} \`attributes\` is an object of values by name.`,
      `${JSON.stringify(LINE_EXAMPLE)}\n{"externalId":"customer-43"}\n`,
    ),
    'text/csv': file(
      'ImportCsv',
      `A header line with the names of the fields, then a line for each member. ${FIELDS} An attribute is a column such as \`attributes.city\`, with \`:number\` or \`:boolean\` behind its name unless it is text; an empty cell is none.`,
      `${Object.keys(COLUMNS_EXAMPLE).join(',')}\n${Object.values(COLUMNS_EXAMPLE).join(',')}\n`,
    ),
  },
}

const notRunning = () =>
  refused('import_finished', 'The import is finished; only one that is not can be cancelled.')

const ImportPath = Type.Object({ id: Uuid() })

type Services = {
  database: Database
  encryption: Encryption
  exports: Exports
  importReceived: () => void
}

/** Members with their opening balances, from a file. */
export function importRoutes(app: App, { database, encryption, exports, importReceived }: Services): void {
  // All types arrive as a stream: the route names those that it takes.
  app.addContentTypeParser('*', (_, payload, done) => done(null, payload))

  async function readImport(request: FastifyRequest, id: string): Promise<Import> {
    const found = await findImport(database, { partnerId: partnerOf(request), id })
    if (!found) throw notFound('Import')
    return found
  }

  const described = operation({
    id: 'createImport',
    tag: 'Imports',
    roles: ROLES,
    summary: 'Import members with opening balances',
    description:
      'Takes a file in UTF-8 of up to 100 MB and 1,000,000 lines, blank ones included, and responds once all of it has arrived; the lines are then worked off in order, each once. Each line makes a member without an account, as `createMember` does. `coins` and `points` open its wallet and its score of all time; they need the scope `adjust`, or the role owner or manager. Coins with a day in `expiresOn` expire at its end. A wrong line, and one whose `externalId` a member has already, is refused alone and listed in the report. With an Idempotency-Key, an upload that broke off is continued by sending the same file again. Without one, nothing of it stays. A partner has one unfinished import at a time; a new one takes the place of one that has not arrived.',
    code: 201,
    message: 'Import received',
    data: ImportData,
    location: ({ id }) => `/laas/imports/${id}`,
    failures: ['tooLarge', 'wrongContentType', importInProgress(), importReplaced()],
    idempotent: true,
  })
  app.post(
    '/laas/imports',
    {
      ...described,
      schema: { ...described.schema, body: FILES },
      // This runs before a file that is sent as JSON is parsed as JSON.
      preParsing: async (request) => void formatOf(request),
    },
    async (request, reply) => {
      const format = formatOf(request)
      const body = request.body as unknown
      assert(body instanceof Readable)
      const key = request.headers['idempotency-key']
      const hash = () => requestHash(encryption, 'POST imports', format)
      const keyed = typeof key === 'string' ? { key: storedKey(key), hash: hash() } : null
      const { id, isReplay } = await receiveImport(database, actorOf(request), { body, format, keyed })
      importReceived()
      const data = importData(await readImport(request, id))
      return sendOnce(reply, { status: 201, data, isReplay })
    },
  )

  app.get(
    '/laas/imports',
    operation({
      id: 'listImports',
      tag: 'Imports',
      summary: 'List imports',
      description: 'Newest first.',
      query: CursorQuery(),
      message: 'Imports returned',
      data: CursorPageOf(ImportData),
    }),
    async (request) => {
      const { size } = pageOf(1, request.query.limit)
      const { cursor } = request.query
      const before = cursor === undefined ? null : decodeCursor(cursor, isUuid)
      const found = await listImports(database, partnerOf(request), { before, limit: size + 1 })
      const { entries, next } = cursorPage(found, size, ({ id }) => id)
      return { data: entries.map(importData), next }
    },
  )

  app.get(
    '/laas/imports/:id',
    operation({
      id: 'readImport',
      tag: 'Imports',
      summary: 'Read the progress of an import',
      params: ImportPath,
      message: 'Import returned',
      data: ImportData,
      failures: [notFound('Import')],
    }),
    async (request) => importData(await readImport(request, request.params.id)),
  )

  app.get(
    '/laas/imports/:id/refused',
    operation({
      id: 'listImportRefusals',
      tag: 'Imports',
      summary: 'List the refused lines of an import',
      description: 'In the order of the file. An import that runs adds to it.',
      params: ImportPath,
      query: CursorQuery(),
      message: 'Refused lines returned',
      data: CursorPageOf(RefusalData),
      failures: [notFound('Import')],
    }),
    async (request) => {
      const { id } = await readImport(request, request.params.id)
      const { size } = pageOf(1, request.query.limit)
      const { cursor } = request.query
      const after = cursor === undefined ? 0 : Number(decodeCursor(cursor, (text) => /^\d{1,9}$/.test(text)))
      const key = { partnerId: partnerOf(request), id }
      const { entries, next } = cursorPage(
        await listRefusals(database, key, { after, limit: size + 1 }),
        size,
        ({ line }) => line,
      )
      return { data: entries, next }
    },
  )

  app.get(
    '/laas/imports/:id/refused/export',
    {
      ...operation({
        id: 'exportImportRefusals',
        tag: 'Imports',
        summary: 'Export the refused lines of an import as CSV',
        description: EXPORTS_LIMIT,
        params: ImportPath,
        message: 'The refused lines, one per line',
        mediaType: 'text/csv',
        data: Type.String({
          examples: [`${REFUSALS_HEADER.trim()}\n17,customer-42,already_member,A member has it already.\n`],
        }),
        failures: [notFound('Import')],
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const partnerId = partnerOf(request)
      return exports.send(reply, partnerId, async () => {
        const { id } = await readImport(request, request.params.id)
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="refused-lines-${id}.csv"`,
        }
        return { headers, text: refusalFile(database, { partnerId, id }) }
      })
    },
  )

  app.post(
    '/laas/imports/:id/cancel',
    operation({
      id: 'cancelImport',
      tag: 'Imports',
      roles: ROLES,
      summary: 'Cancel an import',
      description: 'The lines that are not worked off yet make no members. What was made stays.',
      params: ImportPath,
      message: 'Import cancelled',
      data: ImportData,
      failures: [notFound('Import'), notRunning()],
    }),
    async (request) => {
      const actor = actorOf(request)
      const key = { partnerId: actor.partnerId, id: request.params.id }
      await partnerTransaction(database, actor, async (tx, { now }) => {
        const found = await lockReceived(tx, key)
        if (!found) throw notFound('Import')
        if (found.status === 'finished') throw notRunning()
        if (found.status !== 'cancelled') endImport(tx, key, 'cancelled', now)
      })
      return importData(await readImport(request, key.id))
    },
  )
}

function formatOf({ headers }: FastifyRequest): Format {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const format = FORMATS.find((each) => each === type)
  if (!format)
    throw new Failure(
      'wrongContentType',
      'Send the file with the header Content-Type: application/x-ndjson or text/csv.',
    )
  return format
}

async function* refusalFile(db: Db, key: { partnerId: string; id: string }): AsyncGenerator<string> {
  yield REFUSALS_HEADER
  for (let after = 0; ; ) {
    const refusals = await listRefusals(db, key, { after, limit: EXPORT_PAGE_ROWS })
    if (refusals.length > 0) yield await refusalLines(refusals)
    if (refusals.length < EXPORT_PAGE_ROWS) return
    after = refusals.at(-1)?.line ?? 0
  }
}

const REFUSALS_HEADER = csvHeader(['line', 'externalId', 'reason', 'problem'])

const refusalLines = (refusals: LineRefusal[]): Promise<string> =>
  csvText(refusals, ({ line, externalId, reason, problem }) => [
    String(line),
    externalId ?? '',
    reason,
    problem,
  ])
