/** What a coin is worth. */
type Worth = { amount: string; currency: string }

/** A decimal as a whole number of its smallest parts. */
function partsOf(decimal: string, decimals: number): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  return BigInt(`${sign}${whole}${part.slice(0, decimals).padEnd(decimals, '0')}`)
}

/** The exact worth of coins, as the API has it: "19.865". */
export function worthOf(coins: string, { amount }: Worth): string {
  const parts = partsOf(coins, 2) * partsOf(amount, 6)
  const digits = String(parts < 0n ? -parts : parts).padStart(9, '0')
  const part = digits.slice(-8).replace(/0+$/, '')
  return `${parts < 0n ? '-' : ''}${digits.slice(0, -8)}${part && `.${part}`}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** An exact amount of money, rounded to what the currency has: "€266.70". */
export function moneyText(value: string, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en', { style: 'currency', currency })
    formats.set(currency, format)
  }
  return format.format(value as Intl.StringNumericLiteral).replace('-', '−')
}
