const MILLIONTHS = 1_000_000

/** Shares have six decimals; whole millionths are exact. */
export const millionthsOf = (share: string): number => Math.round(Number(share) * MILLIONTHS)

/** "40 %" for "0.4". */
export const percentOf = (share: string): string => `${millionthsOf(share) / 1e4} %`

/** What is left of the whole: "0.6" for "0.4". */
export const restOf = (share: string): string => String((MILLIONTHS - millionthsOf(share)) / MILLIONTHS)
