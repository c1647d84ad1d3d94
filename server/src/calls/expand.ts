import { type TSchema, Type } from 'typebox'
import { DryRun } from '../http/dry-run.ts'
import { type FieldProblem, wrong } from '../http/failure.ts'
import { Nullable } from '../http/fields.ts'
import { type Coins, formatCoins } from '../ledger/coin.ts'
import type { Decided } from './make-call.ts'

const PARTS = ['decision', 'wallet'] as const
/** Of a query parameter that is unknown. */
const NAME_LENGTH_SHOWN = 100
const PARTS_MUST = `name ${PARTS.join(', ')} or both, separated by a comma`

const queryFields = {
  expand: Type.Optional(
    Type.String({
      pattern: `^(?:(?:${PARTS.join('|')})(?:,(?:${PARTS.join('|')}))*)?$`,
      must: PARTS_MUST,
      description:
        'Adds to `data`: `decision`, `wallet` or both, separated by a comma. A retry with an Idempotency-Key may ask for more than the first request.',
      examples: ['decision,wallet'],
    }),
  ),
  dryRun: DryRun(),
}

/** The query of every call that moves coins. */
export const CallQuery = Type.Object(queryFields, { check: refuseOthers })

/** What was meant as a dry run must not pay, however it is misspelled. */
function refuseOthers(query: object): FieldProblem[] {
  return Object.keys(query)
    .filter((name) => !Object.hasOwn(queryFields, name))
    .map((name) => wrong(name.slice(0, NAME_LENGTH_SHOWN), 'is unknown; this call takes expand and dryRun'))
}

type Asked = { expand?: string }

const WALLET = 'After the decision. Only with `expand=wallet` or in a dry run.'

const WalletData = Type.Object({ coins: Type.String(), points: Type.String() }, { description: WALLET })

/** Of a call that can change several wallets. */
export const OneWalletData = Nullable(
  Type.Object(WalletData.properties, { description: `${WALLET} Null unless one wallet alone changed.` }),
)

/** What `expand` and a dry run add to the data of a response. */
export const expandedFields = ({
  counters = Type.Null(),
  wallet = WalletData,
}: {
  counters?: TSchema
  wallet?: TSchema
} = {}) => ({
  decision: Type.Optional(
    Type.Object(
      {
        outcome: Type.String(),
        reason: Nullable(Type.String()),
        coins: Type.String(),
        counters,
        seq: Nullable(Type.Integer({ description: 'The number of its event; null in a dry run.' })),
        ruleVersion: Nullable(Type.Integer({ description: 'Null unless a rule was awarded.' })),
      },
      { description: 'Only with `expand=decision` or in a dry run.' },
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
  /** Null when it has no event. */
  seq: bigint | null
  balance: Coins
  points: Coins
  ruleVersion?: number
  /** False when several wallets changed, or none. */
  hasOneWallet?: boolean
}

/** The parts that the request asks for, to be added to the data of its response; all in a dry run. */
export function expansionOf(
  { expand = '' }: Asked,
  { record, asOf }: Decided<DecisionRecord>,
  countersOf: () => object | null = () => null,
) {
  const isForecast = asOf !== null
  const shows = (part: (typeof PARTS)[number]) => isForecast || expand.split(',').includes(part)
  const { outcome, reason, ruleVersion = null, hasOneWallet = true } = record
  const wallet = { coins: formatCoins(record.balance), points: formatCoins(record.points) }
  return {
    ...(shows('decision') && {
      decision: {
        outcome,
        reason,
        coins: formatCoins(record.coins),
        counters: countersOf(),
        seq: isForecast || record.seq === null ? null : Number(record.seq),
        ruleVersion,
      },
    }),
    ...(shows('wallet') && { wallet: hasOneWallet ? wallet : null }),
    ...(isForecast && { asOf: Number(asOf) }),
  }
}
