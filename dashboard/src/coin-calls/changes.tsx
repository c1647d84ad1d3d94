import './call-form.css'
import type { Member } from '@laurel/sdk'
import { coinText } from '../format/coins.ts'
import { possessive } from '../format/sentences.ts'
import { memberName } from '../members/member-name.ts'

/** An amount before and after a call. */
export type Change = { member: Member; what: 'wallet' | 'points'; before: string; after: string }

/** What a call would change, before and after. Says whose wallet it is. */
export function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null
  return (
    <table className="changes" aria-label="What it changes">
      <colgroup>
        <col />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ member, what, before, after }) => (
          <tr key={`${member.userId} ${what}`}>
            <th scope="row">
              <bdi className="cut">{possessive(memberName(member))}</bdi> {what}
            </th>
            <td>{coinText(before)}</td>
            <td>{coinText(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The wallet and the points of one member, as far as they change. */
export function memberChanges(
  member: Member,
  after: { coins: string; points: string } | null | undefined,
): Change[] {
  if (!after) return []
  const { coins, points } = member.wallet
  const wallet: Change = { member, what: 'wallet', before: coins, after: after.coins }
  return points === after.points
    ? [wallet]
    : [wallet, { member, what: 'points', before: points, after: after.points }]
}
