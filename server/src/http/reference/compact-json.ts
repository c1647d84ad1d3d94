const WIDTH = 120

/** Writes JSON with one line for each value that fits on one. */
export function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const deeper = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(
      ([name, part]) => `${deeper}${isList ? '' : `${JSON.stringify(name)}: `}${compactJson(part, deeper)}`,
    )
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
