import { type TSchema, Type } from 'typebox'
import { DryRun } from '../../http/input/dry-run.ts'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import { ReasonField } from '../../http/responses/reason.ts'
import { Failure } from '../../runtime/failure.ts'
import type { BalanceParts } from '../ledger/balance.ts'
import { type Coins, formatCoins } from '../ledger/coin.ts'
import type { Decided } from './coin-call.ts'

const PARTS = ['decision', 'wallet'] as const
const PARTS_MUST = `name ${PARTS.join(', ')} or both, separated by a comma`

/** The query of every call that moves coins. What was meant as a dry run must not pay, however it is misspelled. */
export const CallQuery = Type.Object({
  expand: Type.Optional(
    Type.String({
      pattern: `^(?:(?:${PARTS.join('|')})(?:,(?:${PARTS.join('|')}))*)?$`,
      must: PARTS_MUST,
      description:
        'Adds to `data`, also of a refusal: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request.',
      examples: ['decision,wallet'],
    }),
  ),
  dryRun: DryRun(),
})

type ExpandQuery = { expand?: string }

export const WalletData = Type.Object(
  {
    coins: Type.String(),
    points: Type.String(),
    available: Type.Optional(Type.String({ description: 'The coins that can be spent now.' })),
    pending: Type.Optional(Type.String({ description: 'The coins that can be spent on a later day.' })),
    held: Type.Optional(Type.String({ description: 'The coins that holds reserve.' })),
  },
  {
    schemaName: 'WalletAfter',
    description:
      'After the decision. Only with `expand=wallet` or in a dry run. The response to a retry has `coins` and `points` alone.',
  },
)

/** A wallet after a decision. */
export const walletAfter = ({
  balance,
  points,
  parts,
}: {
  balance: Coins
  points: Coins
  parts?: BalanceParts | undefined
}) => ({
  coins: formatCoins(balance),
  points: formatCoins(points),
  ...(parts && {
    available: formatCoins(parts.available),
    pending: formatCoins(parts.pending),
    held: formatCoins(parts.held),
  }),
})

/** A call that can change several wallets has null here unless one alone changed. */
export const OneWalletData = Nullable(WalletData)

/** What `expand` and a dry run add to the data of a response. */
export const expandedFields = ({
  schemaName = 'CoinCallDecision',
  outcome = OneOf(['moved', 'reversed', 'returned', 'refused'], { schemaName: 'CoinCallOutcome' }),
  counters = Type.Null(),
  wallet = WalletData,
}: {
  schemaName?: string
  outcome?: TSchema
  counters?: TSchema
  wallet?: TSchema
} = {}) => ({
  decision: Type.Optional(
    Type.Object(
      {
        outcome,
        reason: Nullable(ReasonField()),
        coins: Type.String(),
        counters,
        seq: Nullable(Type.Integer({ description: 'The number of its event; null in a dry run.' })),
        ruleVersion: Nullable(Type.Integer({ description: 'Null unless a rule was awarded.' })),
        retryAt: Type.Optional(
          Timestamp({ description: 'Of a refusal: when a later try could pay; absent if none could.' }),
        ),
      },
      { schemaName, description: 'Only with `expand=decision` or in a dry run.' },
    ),
  ),
  wallet: Type.Optional(wallet),
  asOf: Type.Optional(
    Type.Integer({ description: 'Only in a dry run: the number of the last event that it saw.' }),
  ),
})

/** What a record says of its decision. */
type DecisionRecord = {
  outcome: string
  reason: string | null
  coins: Coins
  seq: bigint
  balance: Coins
  points: Coins
  parts?: BalanceParts | undefined
  ruleVersion?: number
  retryAt?: Date | null
  /** False when several wallets changed, or none. */
  hasOneWallet?: boolean
}

/** The parts that the request asks for, to be added to the data of its response; all in a dry run. */
export function expansionOf(
  { expand = '' }: ExpandQuery,
  { record, asOf }: Decided<DecisionRecord>,
  countersOf: () => object | null = () => null,
) {
  const isForecast = asOf !== null
  const shows = (part: (typeof PARTS)[number]) => isForecast || expand.split(',').includes(part)
  const { outcome, reason, ruleVersion = null, retryAt, hasOneWallet = true } = record
  return {
    ...(shows('decision') && {
      decision: {
        outcome,
        reason,
        coins: formatCoins(record.coins),
        counters: countersOf(),
        seq: isForecast ? null : Number(record.seq),
        ruleVersion,
        ...(retryAt && { retryAt: retryAt.toISOString() }),
      },
    }),
    ...(shows('wallet') && { wallet: hasOneWallet ? walletAfter(record) : null }),
    ...(isForecast && { asOf: Number(asOf) }),
  }
}

/** A refusal with the parts that the request asks for. A dry run shows them only when asked, as a refused call does. */
export function expandedRefusal(
  { kind, code, message }: Failure,
  query: ExpandQuery,
  decided: Decided<DecisionRecord>,
  countersOf?: () => object | null,
): Failure {
  const expansion = query.expand ? expansionOf(query, decided, countersOf) : {}
  return new Failure(kind, message, { code, expansion })
}
