/** An amount of coins in hundredths, exactly; null when the text is no amount that could be paid. */
export function hundredthsOf(text: string): bigint | null {
  const [, whole = '', part = ''] = /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === '') return null
  const amount = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return amount > 0n ? amount : null
}

/** The amount as the API writes it: "10", "2.5". */
export function coinsOf(hundredths: bigint): string {
  const sign = hundredths < 0n ? '-' : ''
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  const part = digits.slice(-2).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -2)}${part && `.${part}`}`
}

/** What is left of a balance; null when the amount is none. */
export function balanceAfter(balance: string, amount: string): { left: string; isEnough: boolean } | null {
  const taken = hundredthsOf(amount)
  if (taken === null) return null
  const left = (hundredthsOf(balance) ?? 0n) - taken
  return { left: coinsOf(left), isEnough: left >= 0n }
}
