import { coinText, signedText } from '../format/coins.ts'

/** Coins in a table. With `isCredit` they have a sign, and those that enter a wallet are brass. */
export function Amount({ coins, isCredit }: { coins: string; isCredit?: boolean }) {
  return (
    <span className="amount" data-credit={isCredit || undefined}>
      {isCredit === undefined ? coinText(coins) : signedText(coins, isCredit)}
    </span>
  )
}
