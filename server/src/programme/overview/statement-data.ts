import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../http/input/fields.ts'
import { type Coins, formatCoins } from '../ledger/coin.ts'
import type { CoinValue } from '../partners/partner.ts'
import { COIN_VALUE_EXAMPLE, CoinValueData, coinValueData } from '../partners/partner-data.ts'
import { Value, worthIn } from './coin-worth.ts'
import { COUNTED_EXAMPLE, countedData, countedFields } from './counted-data.ts'
import { KINDS, kindsOf, type MovementsByKind, movementsOf } from './kinds.ts'
import type { Statement } from './read-statement.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Amount = (description: string) => Type.String({ description })

export const movementFields = {
  kind: Type.String({
    description: `The kind of movement: ${KINDS.join(', ')}. Later versions may add kinds.`,
  }),
  coins: Amount('The coins that moved.'),
  change: Amount('What they add to the coins in wallets; negative when coins left wallets.'),
  movements: Count('How many movements.'),
  value: Value('What the coins are worth.'),
}

export const MovementsData = Type.Object(movementFields, { schemaName: 'StatementMovements' })

const beside = (schemaName: string, description: string) =>
  Type.Object(
    {
      coins: Amount('How many coins.'),
      movements: Count('Of how many reversals.'),
      value: Value('What the coins are worth.'),
    },
    { schemaName, description },
  )

const RuleStatementData = Type.Object(
  {
    ruleId: Type.String(),
    ruleName: Type.String(),
    issued: Amount('Coins paid by awards of the rule.'),
    payments: Count('Paid awards.'),
    reversed: Amount('Coins that wallets gave back for reversed awards of the rule.'),
    reversals: Count('Reversals that took coins from wallets.'),
    net: Amount('Issued less reversed.'),
    fromExpired: Amount('What reversals took of expired coins.'),
    owed: Amount('What wallets could not give and members owe.'),
    writtenOff: Amount('What wallets could not give and was written off.'),
    value: Value('What the net is worth.'),
  },
  { schemaName: 'RuleStatement' },
)

export const StatementData = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    asOf: Type.Object(
      {
        seq: Count('The number of the last event that the statement includes.'),
        at: Nullable(Timestamp({ description: 'When it happened; null before the first event.' })),
      },
      { schemaName: 'StatementAsOf' },
    ),
    opening: Amount('Coins in all wallets before the first day.'),
    openingValue: Value('What these are worth.'),
    kinds: Type.Array(MovementsData, {
      description:
        'Every kind of movement, also those without any. Opening and all changes add up to closing.',
    }),
    closing: Amount('Coins in all wallets after the last day.'),
    closingValue: Value('What these are worth.'),
    movements: Count('How many movements changed wallets.'),
    fromExpired: beside(
      'StatementFromExpired',
      'What reversals took of coins that had expired. It changes no wallet.',
    ),
    owed: beside(
      'StatementOwed',
      'What reversals could not take from wallets and members owe. It changes no wallet.',
    ),
    writtenOff: beside(
      'StatementWrittenOff',
      'What reversals could not take from wallets and was written off. It changes no wallet.',
    ),
    byRule: Type.Array(RuleStatementData, {
      description: 'The rules with awards or reversals in these days, the one that issued most first.',
    }),
    coinValue: Nullable(CoinValueData),
    ...countedFields,
  },
  {
    schemaName: 'Statement',
    examples: [
      {
        from: '2026-03-01',
        to: '2026-03-31',
        asOf: { seq: 214, at: '2026-03-31T21:04:10.120Z' },
        opening: '1986.5',
        openingValue: '19.865',
        kinds: [
          { kind: 'issued', coins: '130', change: '130', movements: 13, value: '1.3' },
          { kind: 'opened', coins: '0', change: '0', movements: 0, value: '0' },
          { kind: 'added', coins: '5', change: '5', movements: 1, value: '0.05' },
          { kind: 'refunded', coins: '0', change: '0', movements: 0, value: '0' },
          { kind: 'reversed', coins: '10', change: '-10', movements: 1, value: '0.1' },
          { kind: 'spent', coins: '4', change: '-4', movements: 2, value: '0.04' },
          { kind: 'deducted', coins: '0', change: '0', movements: 0, value: '0' },
          { kind: 'settled', coins: '1', change: '-1', movements: 1, value: '0.01' },
          { kind: 'expired', coins: '0', change: '0', movements: 0, value: '0' },
        ],
        closing: '2106.5',
        closingValue: '21.065',
        movements: 18,
        fromExpired: { coins: '0', movements: 0, value: '0' },
        owed: { coins: '1', movements: 1, value: '0.01' },
        writtenOff: { coins: '0', movements: 0, value: '0' },
        byRule: [
          {
            ruleId: '0198c5c1-2e3f-7a4b-8c5d-6e7f8a9b0c1d',
            ruleName: 'first purchase',
            issued: '130',
            payments: 13,
            reversed: '10',
            reversals: 1,
            net: '120',
            fromExpired: '0',
            owed: '1',
            writtenOff: '0',
            value: '1.2',
          },
        ],
        coinValue: COIN_VALUE_EXAMPLE,
        ...COUNTED_EXAMPLE,
      },
    ],
  },
)

export function movementsData(byKind: MovementsByKind, kind: string, coinValue: CoinValue | undefined) {
  const { coins, change, movements } = movementsOf(byKind, kind)
  return {
    kind,
    coins: formatCoins(coins),
    change: formatCoins(change),
    movements: Number(movements),
    value: worthIn(coins, coinValue),
  }
}

export function statementData(
  { edition, range, asOf, opening, closing, byKind, byRule }: Statement,
  coinValue: CoinValue | undefined,
) {
  const kinds = kindsOf(byKind).map((kind) => movementsData(byKind, kind, coinValue))
  const besideData = (kind: string) => {
    const { coins, movements } = movementsOf(byKind, kind)
    return { coins: formatCoins(coins), movements: Number(movements), value: worthIn(coins, coinValue) }
  }
  return {
    ...range,
    asOf: { seq: Number(asOf.seq), at: asOf.at?.toISOString() ?? null },
    opening: formatCoins(opening),
    openingValue: worthIn(opening, coinValue),
    kinds,
    closing: formatCoins(closing),
    closingValue: worthIn(closing, coinValue),
    movements: kinds.reduce((sum, { movements }) => sum + movements, 0),
    fromExpired: besideData('fromExpired'),
    owed: besideData('owed'),
    writtenOff: besideData('writtenOff'),
    byRule: byRule
      .filter(({ coins, paid, reversed, fromExpired, owed, writtenOff }) =>
        [coins, paid, reversed, fromExpired, owed, writtenOff].some((sum: Coins) => sum > 0n),
      )
      .map((rule) => ({
        ruleId: rule.ruleId,
        ruleName: rule.ruleName,
        issued: formatCoins(rule.coins),
        payments: Number(rule.paid),
        reversed: formatCoins(rule.reversed),
        reversals: Number(rule.reversals),
        net: formatCoins(rule.coins - rule.reversed),
        fromExpired: formatCoins(rule.fromExpired),
        owed: formatCoins(rule.owed),
        writtenOff: formatCoins(rule.writtenOff),
        value: worthIn(rule.coins - rule.reversed, coinValue),
      })),
    coinValue: coinValue ? coinValueData(coinValue) : null,
    ...countedData(edition),
  }
}
