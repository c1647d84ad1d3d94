import { partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, pageOf } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { ReadServices } from '../../programme/read-batches/send-read.ts'
import { SHOWN_RULES } from '../../programme/rules/rule-store.ts'
import { ownMember } from './own-member.ts'
import { ownProgress, PROGRESS } from './own-progress.ts'
import { OwnProgressData, ownProgressData } from './own-progress-data.ts'

export function ownProgressRoutes(app: App, { reads, now }: ReadServices): void {
  app.get(
    '/laas/me/progress',
    operation({
      id: 'listMyProgress',
      tag: 'Me',
      summary: 'List the rewards, and how far you are with each',
      description:
        'The active rules that the partner shows to users (`shownToUsers`) and that have not ended, newest first.',
      query: CursorQuery(),
      message: 'Progress returned',
      data: CursorPageOf(OwnProgressData),
    }),
    // The response has no ETag: the periods of limits end without a change of the partner.
    async (request) => {
      const { cursor, limit } = request.query
      const { size } = pageOf(1, limit)
      const before = cursor === undefined ? null : decodeCursor(cursor, isUuid)
      const at = now()
      return reads.read(partnerOf(request), async (batch) => {
        const { userId } = await ownMember(batch, request)
        const rules = await batch.load(SHOWN_RULES, { before, limit: size + 1, now: at })
        const { entries, next } = cursorPage(rules, size, ({ id }) => id)
        const data = await Promise.all(
          entries.map(async (rule) =>
            ownProgressData(ownProgress(rule, await batch.load(PROGRESS, { ruleId: rule.id, userId }), at)),
          ),
        )
        return { data, next }
      })
    },
  )
}
