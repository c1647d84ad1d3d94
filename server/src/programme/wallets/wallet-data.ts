import { Type } from 'typebox'
import { Timestamp } from '../../http/input/fields.ts'
import { partsOfBalance } from '../ledger/balance.ts'
import { formatCoins } from '../ledger/coin.ts'
import type { CoinsAt, ShownWallet, WalletNow } from './wallet-now.ts'

export const walletFields = {
  coins: Type.String({ description: 'The coins that the user holds with this partner.' }),
  available: Type.String({ description: 'Those that can be spent now.' }),
  pending: Type.String({ description: 'Those that can be spent on a later day.' }),
  held: Type.String({ description: 'Those that holds reserve.' }),
  points: Type.String({ description: 'The coins that the user ever earned with this partner.' }),
  owed: Type.String({
    description: 'Coins of reversed awards that the wallet did not have. The next credits settle them.',
  }),
}

const CoinsAtData = Type.Object({ coins: Type.String(), at: Timestamp() }, { schemaName: 'CoinsAt' })

export const momentFields = {
  pendingUntil: Type.Array(CoinsAtData, {
    description: 'When pending coins can be spent: the next twelve moments.',
  }),
  expiring: Type.Array(CoinsAtData, {
    description: 'When coins expire that are neither spent nor held by then: the next twelve moments.',
  }),
}

export const WALLET_EXAMPLE = {
  coins: '12.5',
  available: '8.5',
  pending: '4',
  held: '0',
  points: '20',
  owed: '0',
}

export const MOMENTS_EXAMPLE = {
  pendingUntil: [{ coins: '4', at: '2026-03-15T00:00:00.000Z' }],
  expiring: [{ coins: '8.5', at: '2027-01-01T00:00:00.000Z' }],
}

export function walletFieldsOf(wallet: ShownWallet) {
  const { available, pending, held } = partsOfBalance(wallet)
  return {
    coins: formatCoins(wallet.balance),
    available: formatCoins(available),
    pending: formatCoins(pending),
    held: formatCoins(held),
    points: formatCoins(wallet.points),
    owed: formatCoins(wallet.owed),
  }
}

export const momentFieldsOf = ({ pendingUntil, expiring }: WalletNow) => ({
  pendingUntil: pendingUntil.map(coinsAtData),
  expiring: expiring.map(coinsAtData),
})

const coinsAtData = ({ coins, at }: CoinsAt) => ({ coins: formatCoins(coins), at: at.toISOString() })
