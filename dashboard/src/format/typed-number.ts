const SPACES = /[\s\u00a0\u2009\u202f]/g
/** 1,000 and 1,000.5. */
const COMMAS = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/
/** 1.000.000 and 1.000,5, which a comma or a second point makes clear. */
const POINTS = /^[1-9]\d{0,2}(\.\d{3})+,\d+$|^[1-9]\d{0,2}(\.\d{3}){2,}$/
/** 1.000 is one thousand in some countries and one in others; 2.555 has too many decimals for the service. */
const UNCLEAR = /^([1-9]\d{0,2})\.(\d\d0)$/

/**
 * The number as the API takes it: "1000" for "1,000" or "1 000". Other text is left to the service, also
 * "1,5": one and a half for some, a slip for others.
 */
export function typedNumber(text: string): string {
  const trimmed = text.trim()
  const compact = trimmed.replace(SPACES, '')
  if (/^\d+(\.\d+)?$/.test(compact) && isGroupedBySpaces(trimmed)) return compact
  if (COMMAS.test(compact)) return compact.replaceAll(',', '')
  if (POINTS.test(compact)) return compact.replaceAll('.', '').replace(',', '.')
  return trimmed
}

/** "10 00" is more likely a slip than a number. */
const isGroupedBySpaces = (text: string): boolean =>
  /^\d+(\.\d+)?$/.test(text) || /^\d{1,3}([\s\u00a0\u2009\u202f]\d{3})+(\.\d+)?$/.test(text)

/** Asks which number is meant; null when it is clear. */
export function unclearNumber(text: string): string | null {
  const [, whole = '', thousand = ''] = UNCLEAR.exec(text.trim()) ?? []
  if (whole === '') return null
  const part = thousand.replace(/0+$/, '')
  return `Write ${whole}${thousand} or ${part ? `${whole}.${part}` : whole}: “${text.trim()}” can mean either.`
}
