import type { Member, OwnProgress } from '@laurel/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { laurel } from '../api/laurel.ts'
import { DescriptionList } from '../components/description-list.tsx'
import { Figure } from '../components/figure.tsx'
import { CoinIcon } from '../components/icons.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { coinName, coinsText, coinText, countText, ordinal } from '../format/coins.ts'
import { positionQuery, USERS } from '../members/queries.ts'
import { MemberAttributes } from './member-attributes.tsx'
import { MemberTimes } from './member-times.tsx'
import { progressOf } from './progress-text.ts'

const RULES_MAX = 100

/** The wallet of a member at the moment of reading; lists have what was written. */
const walletQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'wallet'],
    queryFn: async () => (await laurel.users.read(userId)).wallet,
    meta: { live: true },
  })

const progressQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'progress'],
    queryFn: async () => laurel.users.progress(userId, { limit: RULES_MAX }),
    meta: { live: true },
  })

const lastLineQuery = (userId: string) =>
  queryOptions({
    queryKey: [USERS, userId, 'last line'],
    queryFn: async () =>
      (await laurel.decisions.list({ userId, kind: 'history', limit: 1 })).decisions[0] ?? null,
    meta: { live: true },
  })

/** What a member has: wallet, points and place, how far with each rule, and the facts. */
export function MemberAside({ member }: { member: Member }) {
  const { data: now } = useQuery({ ...walletQuery(member.userId), enabled: member.leftAt === null })
  const wallet = now ?? member.wallet
  return (
    <aside className="member-aside" aria-label="Wallet, progress and facts">
      <Wallet member={member} wallet={wallet} />
      {(now || member.leftAt) && <MemberTimes member={member} wallet={wallet} />}
      <Section title="Progress">
        <Progress member={member} />
      </Section>
      <Section title="Facts">
        <Facts member={member} />
      </Section>
      <MemberAttributes member={member} />
    </aside>
  )
}

function Wallet({ member, wallet }: { member: Member; wallet: Member['wallet'] }) {
  const { coins, points, owed, available, pending, held } = wallet
  const isMember = member.leftAt === null
  const waiting = [
    pending !== '0' && `${coinText(pending)} pending`,
    held !== '0' && `${coinText(held)} held`,
  ].filter(Boolean)
  const { data: board } = useQuery({ ...positionQuery(member.userId), enabled: isMember })
  return (
    <dl className="member-wallet">
      <Figure
        label={
          <>
            <CoinIcon size={12} /> Wallet
          </>
        }
        value={coinText(coins)}
        tone="brass"
        size="hero"
        link={(props) => <Link to="/history" search={{ user: member.userId }} {...props} />}
        note={owed === '0' ? coinName().many : `${coinName().many} · owes ${coinsText(owed)}`}
      />
      {waiting.length > 0 && (
        <Figure label="Can be spent now" value={coinText(available)} note={waiting.join(' · ')} />
      )}
      <Figure
        label="Points"
        value={coinText(points)}
        note={
          board?.position ? (
            <Link to="/boards">
              {ordinal(board.position)} of {countText(board.of)}
            </Link>
          ) : (
            'Earned in total, less reversals'
          )
        }
      />
    </dl>
  )
}

function Progress({ member }: { member: Member }) {
  const query = useQuery(progressQuery(member.userId))
  return (
    <Loaded query={query} loading={<LoadingRows rows={3} height={24} />}>
      {({ data: rules }) =>
        rules.length === 0 ? (
          <p className="member-note">No rule is running.</p>
        ) : (
          <ul className="rule-progress">
            {rules.map((rule) => (
              <RuleProgress key={rule.ruleId} rule={rule} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function RuleProgress({ rule }: { rule: OwnProgress }) {
  const { text, share, again } = progressOf(rule)
  return (
    <li>
      <div className="rule-progress-line">
        <Link to="/rules/$ruleId" params={{ ruleId: rule.ruleId }} className="cut" dir="auto">
          {rule.displayName ?? rule.ruleName}
        </Link>
        <span>{text}</span>
      </div>
      {share !== null && (
        <svg height={6} aria-hidden>
          <rect width="100%" height={6} rx={3} fill="var(--sunk)" />
          <rect width={`${Math.round(share * 100)}%`} height={6} rx={3} fill="var(--brass-fill)" />
        </svg>
      )}
      {again && (
        <div className="quiet">
          again from <Time at={again} format="full" />
        </div>
      )}
    </li>
  )
}

function Facts({ member }: { member: Member }) {
  const { data: last } = useQuery(lastLineQuery(member.userId))
  return (
    <DescriptionList
      cols={2}
      items={{
        Joined: <Time at={member.createdAt} format="day" />,
        ...(member.leftAt && { Left: <Time at={member.leftAt} format="day" /> }),
        ...(last && { 'Last line': <Time at={last.createdAt} /> }),
        Account: member.hasAccount ? 'Yes' : 'None yet',
      }}
    />
  )
}
