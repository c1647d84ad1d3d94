import './call-form.css'
import type { Member } from '@laurel/sdk'
import { coinText } from '../format/coins.ts'
import { possessive } from '../format/sentences.ts'
import { memberName } from '../members/member-name.ts'

/** An amount before and after a call. */
export type Change = { what: string; before: string; after: string }

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
        {changes.map(({ what, before, after }) => (
          <tr key={what}>
            <th scope="row">
              <bdi>{what}</bdi>
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
export function memberChanges(member: Member, after: { coins: string; points: string } | null | undefined) {
  if (!after) return []
  const { coins, points } = member.wallet
  const name = memberName(member)
  return [
    { what: `${possessive(name)} wallet`, before: coins, after: after.coins },
    ...(points === after.points
      ? []
      : [{ what: `${possessive(name)} points`, before: points, after: after.points }]),
  ]
}
