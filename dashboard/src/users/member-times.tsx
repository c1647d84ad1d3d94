import type { Hold, MemberNow } from '@laurel/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { laurel } from '../api/laurel.ts'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { endText, startText } from '../format/coin-times.ts'
import { coinsTitle, coinText } from '../format/coins.ts'
import { USERS } from '../members/queries.ts'

const HOLDS_MAX = 100

const activeHoldsQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'holds'],
    queryFn: async () => (await laurel.holds.list({ userId, status: 'active', limit: HOLDS_MAX })).data,
    meta: { live: true },
  })

/** What waits until when, what is held until when, and what expires when. Nothing for a wallet without any of that. */
export function MemberTimes({ userId, wallet }: { userId: string; wallet: MemberNow['wallet'] }) {
  const { data: holds = [] } = useQuery({ ...activeHoldsQuery(userId), enabled: wallet.held !== '0' })
  const { pendingUntil, expiring } = wallet
  if (pendingUntil.length + holds.length + expiring.length === 0) return null
  return (
    <Section title={`${coinsTitle()} in time`}>
      <ul className="coin-times">
        {pendingUntil.map(({ coins, at }) => (
          <Line key={at} coins={coins}>
            Can be spent from {startText(at)}
          </Line>
        ))}
        {holds.map((hold) => (
          <HeldLine key={hold.id} hold={hold} />
        ))}
        {expiring.map(({ coins, at }) => (
          <Line key={at} coins={coins}>
            Expire {endText(at)}
          </Line>
        ))}
      </ul>
    </Section>
  )
}

const HeldLine = ({ hold }: { hold: Hold }) => (
  <Line coins={hold.coins}>
    Held until <Time at={hold.expiresAt} format="full" />
    {hold.reference && (
      <div className="quiet cut" dir="auto">
        for {hold.reference}
      </div>
    )}
  </Line>
)

const Line = ({ coins, children }: { coins: string; children: ReactNode }) => (
  <li className="coin-time">
    <span className="coin-time-text">{children}</span>
    <span className="coin-time-amount">{coinText(coins)}</span>
  </li>
)
