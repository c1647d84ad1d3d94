/** Parsers of untrusted query parameters in the page's address. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const pageNumberOf = (value: unknown): number | undefined => {
  const page = Number(value)
  return Number.isSafeInteger(page) && page > 1 ? page : undefined
}

export const oneOf = <Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === value)
