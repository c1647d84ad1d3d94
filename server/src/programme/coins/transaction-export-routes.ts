import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { EXPORTS_LIMIT, type Exports } from '../../http/responses/exports.ts'
import type { Db } from '../../storage/database/database.ts'
import { findPartner } from '../partners/partner-store.ts'
import { CSV_HEADER } from './transaction-csv.ts'
import { openTransactionExport } from './transaction-export.ts'
import { checkFilter, filterFields, filterOf } from './transaction-filter.ts'

const ExportQuery = Type.Object(filterFields, { check: checkFilter })

const EXAMPLE = `${CSV_HEADER.trim()}
2026-03-01T09:30:00.000Z,0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f,partner_user_award,CR,2.5,0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b,ada,Ada Lovelace,first purchase,Order 7,false,0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f
`

export function transactionExportRoutes(
  app: App,
  { database, exports, now }: { database: Db; exports: Exports; now: () => Date },
): void {
  app.get(
    '/laas/coins/transactions/export',
    {
      ...operation({
        id: 'exportTransactions',
        tag: 'Coins',
        summary: 'Export every movement of coins as CSV',
        description: `The entries of \`listTransactions\`, newest first, as one file of any size in UTF-8 with a header line. A cell that a spreadsheet would read as a formula begins with an apostrophe, and so does a part of it after a separator or line break. \`X-Export-Span\` has the times of the oldest and the newest entry (\`<oldest>/<newest>\`): compare the time of the last line with it to show progress. The header is absent when there are no entries. After an error the connection closes before the end of the body, so a complete response is a complete file. ${EXPORTS_LIMIT}`,
        query: ExportQuery,
        message: 'The transactions, one per line',
        mediaType: 'text/csv',
        data: Type.String({ examples: [EXAMPLE] }),
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const partner = await findPartner(database, partnerOf(request))
      assert(partner)
      return exports.send(reply, partner.partnerId, async () => {
        const { text, span } = await openTransactionExport(database, partner, filterOf(request.query))
        const headers = {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="transactions-${now().toISOString().slice(0, 10)}.csv"`,
          ...(span && { 'x-export-span': `${span.oldest.toISOString()}/${span.newest.toISOString()}` }),
        }
        return { headers, text }
      })
    },
  )
}
