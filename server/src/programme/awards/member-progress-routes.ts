import { partnerOf } from '../../http/edge/request-caller.ts'
import { isUuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor, pageOf } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { notFound } from '../../runtime/failure.ts'
import { MemberPath } from '../members/member-routes.ts'
import { MEMBER_OR_FORMER } from '../members/membership-store.ts'
import type { ReadServices } from '../read-batches/send-read.ts'
import { CURRENT_RULES } from '../rules/rule-store.ts'
import { memberProgress, PROGRESS } from './member-progress.ts'
import { MemberProgressData, memberProgressData } from './member-progress-data.ts'

export function memberProgressRoutes(app: App, { reads, now }: ReadServices): void {
  app.get(
    '/laas/users/:userId/progress',
    operation({
      id: 'listMemberProgress',
      tag: 'Users',
      summary: 'List how far one of your users is with each rule',
      description:
        'The active rules that have not ended, newest first, whether or not users see them. Also for users who left.',
      params: MemberPath,
      query: CursorQuery(),
      message: 'Progress returned',
      data: CursorPageOf(MemberProgressData),
      failures: ['notFound'],
    }),
    // The response has no ETag: the periods of limits end without a change of the partner.
    async (request) => {
      const { cursor, limit } = request.query
      const { size } = pageOf(1, limit)
      const before = cursor === undefined ? null : decodeCursor(cursor, isUuid)
      const userId = request.params.userId.toLowerCase()
      const at = now()
      return reads.read(partnerOf(request), async (batch) => {
        const [member, rules] = await Promise.all([
          batch.load(MEMBER_OR_FORMER, userId),
          batch.load(CURRENT_RULES, { before, limit: size + 1, now: at }),
        ])
        if (!member) throw notFound('User')
        const { entries, next } = cursorPage(rules, size, ({ id }) => id)
        const data = await Promise.all(
          entries.map(async (rule) =>
            memberProgressData(
              memberProgress(rule, await batch.load(PROGRESS, { ruleId: rule.id, userId }), at),
            ),
          ),
        )
        return { data, next }
      })
    },
  )
}
