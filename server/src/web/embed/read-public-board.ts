import type { CoinNames } from '../../people/pages/account-page.ts'
import type { RankedMember } from '../../programme/leaderboards/board-queries.ts'
import { loadPrevious } from '../../programme/leaderboards/previous-positions.ts'
import { openBoard } from '../../programme/leaderboards/read-board.ts'
import type { Coins } from '../../programme/ledger/coin.ts'
import { SHOWN_MEMBER } from '../../programme/members/member-search-store.ts'
import { logoPath } from '../../programme/partners/partner.ts'
import { PUBLISHED } from '../../programme/partners/partner-store.ts'
import type { Board } from '../../programme/ranking/board.ts'
import type { ReadBatch } from '../../programme/read-batches/read-batch.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Brand, PublicEntry } from './board-page.ts'

type PublicBoard = {
  partnerName: string
  coins: CoinNames
  brand: Brand
  entries: PublicEntry[]
  own: PublicEntry | undefined
  /** The tag as it is shown. */
  me: string | undefined
}

/**
 * The top of a published board, and the entry of the member with the tag `me`. Equal amounts share a position (1, 2,
 * 2, 4). A hidden member is not found by tag.
 */
export async function readPublicBoard(
  batch: ReadBatch,
  board: Board,
  { limit, me, now }: { limit: number; me: string | undefined; now: Date },
): Promise<PublicBoard> {
  const [published, { list }] = await Promise.all([
    batch.load(PUBLISHED, batch.partnerId),
    openBoard(batch, board, null),
  ])
  if (!published) throw notFound('The board')
  const [members, previousOf] = await Promise.all([
    list({ offset: 0, limit }),
    loadPrevious(batch, board, now),
  ])
  const listed = members.find(({ tag, isHidden }) => !isHidden && (tag === me || tag === me?.toLowerCase()))
  const own = me === undefined || listed ? undefined : await findOwn(batch, board, me)
  const entryOf = ({ userId, tag, name, position, amount }: OwnPosition & Named): PublicEntry => ({
    position,
    tag,
    name,
    amount,
    // A member whose coins were all reversed or refunded has no place to compare with.
    previousPosition: amount === 0n && board.name !== 'points' ? null : previousOf(userId),
  })
  const positionOf = ({ negatedScore }: RankedMember) =>
    1 + members.findIndex((other) => other.negatedScore === negatedScore)
  return {
    partnerName: published.partnerName,
    coins: published,
    brand: { logoUrl: logoPath(published), accent: published.accent },
    entries: members.map((member) => {
      const { userId, negatedScore } = member
      return entryOf({
        userId,
        ...namedAs(member),
        position: positionOf(member),
        amount: -negatedScore,
      })
    }),
    own: own && entryOf({ ...own, name: own.tag }),
    me: (listed ?? own)?.tag,
  }
}

type Named = Pick<PublicEntry, 'tag' | 'name'>

/** Members whose tag is not shown differ by the order in which they joined; nothing says why it is not shown. */
const namedAs = ({ tag, isHidden, joinedNo }: RankedMember): Named =>
  isHidden ? { tag: null, name: `Member ${joinedNo}` } : { tag, name: tag }

type OwnPosition = { userId: string; position: number; amount: Coins }

async function findOwn(
  batch: ReadBatch,
  board: Board,
  me: string,
): Promise<(OwnPosition & { tag: string }) | undefined> {
  const member = await batch.load(SHOWN_MEMBER, me)
  if (!member) return undefined
  const { position } = await openBoard(batch, board, member.userId)
  const found = await position()
  return found.position === 0 ? undefined : { ...member, ...found }
}
