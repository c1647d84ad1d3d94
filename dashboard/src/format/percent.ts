/** "40 %" for "0.4". */
export const percentOf = (share: string) => `${Math.round(Number(share) * 1e6) / 1e4} %`
