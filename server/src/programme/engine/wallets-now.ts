import type { Tx } from '../../storage/database/database.ts'
import { type WalletsNow, walletNow } from '../wallets/wallet-now.ts'
import { loadForecast } from './load-batch.ts'

/** Reads wallets as a batch would load them now: with everything done that is due. Nothing is written. */
export const createWalletsNow = ({ givenTime }: Pick<Tx, 'givenTime'>): WalletsNow => ({
  idOf: (userId) => userId,
  async load(db, partnerId, userIds) {
    const request = { userIds: [...userIds], readsLots: true }
    const call = { partnerId, kind: 'due', request, keyed: null } as const
    const { batch } = await loadForecast({ ...db, givenTime }, partnerId, [call])
    return userIds.map((userId) => {
      const wallet = batch.wallets.get(userId)
      return wallet && walletNow(wallet)
    })
  },
})
