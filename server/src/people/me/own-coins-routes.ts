import { partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, pageOf } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { type ReadServices, sendRead } from '../../programme/read-batches/send-read.ts'
import { OwnTransactionData, OwnWalletData, ownTransactionData, ownWalletData } from './own-coins-data.ts'
import { ownMember } from './own-member.ts'
import { OWN_MOVEMENTS } from './own-movement-queries.ts'

const SEQ = /^[1-9]\d{0,17}$/

export function ownCoinsRoutes(app: App, services: ReadServices): void {
  app.get(
    '/laas/me/wallet',
    operation({
      id: 'readMyWallet',
      tag: 'Me',
      summary: 'Read your own wallet',
      description:
        "The wallet of the token's user with the partner that the token was issued for. Browsers may read it from the origins of the application's redirect addresses.",
      message: 'Wallet returned',
      data: OwnWalletData,
      hasEtag: true,
    }),
    async (request, reply) => {
      const partnerId = partnerOf(request)
      return sendRead(services, request, reply, partnerId, async (batch) =>
        ownWalletData(partnerId, await ownMember(batch, request)),
      )
    },
  )

  app.get(
    '/laas/me/transactions',
    operation({
      id: 'listMyTransactions',
      tag: 'Me',
      summary: 'List your own transactions',
      description: "Every movement of coins into and out of the wallet of the token's user, newest first.",
      query: CursorQuery(),
      message: 'Transactions returned',
      data: CursorPageOf(OwnTransactionData),
      hasEtag: true,
    }),
    async (request, reply) => {
      const { cursor, limit } = request.query
      const { size } = pageOf(1, limit)
      const before = cursor === undefined ? null : BigInt(decodeCursor(cursor, (text) => SEQ.test(text)))
      return sendRead(services, request, reply, partnerOf(request), async (batch) => {
        const { userId: memberId } = await ownMember(batch, request)
        const found = await batch.load(OWN_MOVEMENTS, { memberId, before, limit: size + 1 })
        const { entries, next } = cursorPage(found, size, ({ seq }) => seq)
        return { data: entries.map(ownTransactionData), next }
      })
    },
  )
}
