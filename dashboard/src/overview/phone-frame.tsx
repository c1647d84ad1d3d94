import { CoinIcon } from '../components/icons.tsx'
import { Rank } from '../components/rank.tsx'
import { coinName, coinsText, coinText, hundredthsOf, ordinal, titled } from '../format/coins.ts'
import { type RuleDraft, wholeOf } from '../rules/rule-text.ts'
import { useSession } from '../session/session.ts'

/** What a reward is called, and what it pays. */
type Offer = { title: string; pays: string }

/** A reward as a customer reads it; some of it may not be filled in yet. */
export function offerOf(title: string, rule: RuleDraft): Offer {
  const coins = coinsText(hundredthsOf(rule.coinValue) === null ? '…' : rule.coinValue)
  const count = wholeOf(rule.completionNumber)
  if (rule.type === 'batched' && count !== 1)
    return { title: titled(title), pays: `${coins}, ${howOften(rule, count)}` }
  return { title: titled(title), pays: rule.perUnit ? `${coins} per unit` : coins }
}

function howOften({ countPer, consecutive }: RuleDraft, count: number | null): string {
  if (consecutive) return `${count ?? '…'} ${countPer}s in a row`
  return `every ${count === null ? '…' : ordinal(count)} ${countPer === 'call' ? 'time' : countPer}`
}

/** What a customer will see, on a phone that is drawn. */
export function PhoneFrame({
  offer,
  name,
  coins,
  points,
  position,
}: {
  offer: Offer | null
  name: string
  coins: string
  points: string
  /** On the board; undefined before it is known. */
  position: number | undefined
}) {
  const { partner } = useSession()
  return (
    <figure className="phone">
      <div className="phone-frame">
        <div className="phone-head">
          {partner.brand.logo ? <img src={partner.brand.logo} alt="" /> : <CoinIcon size={20} />}
          <bdi className="cut">{partner.partnerName}</bdi>
        </div>
        <div className="phone-coins">
          <span className="display">{coinText(coins)}</span> {coinName().many}
        </div>
        <div className="phone-part">
          <span className="phone-label">Rewards</span>
          {offer ? (
            <div className="phone-offer">
              <bdi>{offer.title}</bdi>
              <span className="amount" data-credit>
                {offer.pays}
              </span>
            </div>
          ) : (
            <span className="quiet">Your first reward</span>
          )}
        </div>
        <div className="phone-part">
          <span className="phone-label">Leaderboard</span>
          <div className="phone-line">
            {position ? <Rank position={position} hasMedal={Number(points) > 0} /> : null}
            <bdi className="cut">{name}</bdi>
            <span className="amount">{coinText(points)}</span>
          </div>
        </div>
      </div>
      <figcaption>What your customers will see</figcaption>
    </figure>
  )
}
