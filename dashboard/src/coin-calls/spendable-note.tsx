import type { Member } from '@laurel/sdk'
import { Text } from '@mantine/core'
import { coinName, coinsText, coinText } from '../format/coins.ts'

/** How much of a wallet can be taken, where a part of it is held or pending. */
export function SpendableNote({ member: { wallet } }: { member: Member }) {
  const { coins, available } = wallet
  if (available === coins) return null
  return (
    <Text size="sm">
      Of the {coinsText(coins)} in the wallet, {coinText(available)} can be taken; the rest are held or
      pending.
    </Text>
  )
}

/** Why nothing can be taken from a wallet. */
export const nothingToTake = ({ wallet: { coins } }: Member): string =>
  coins === '0'
    ? `The wallet holds no ${coinName().many}.`
    : `All ${coinName().many} in the wallet are held or pending.`
