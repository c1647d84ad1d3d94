/** Headers as people paste them: one a line, "name: value", or as an object in JSON. */
export function readHeaders(text: string): Record<string, string> {
  const object = parsed(text)
  if (object) return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]))
  const headers: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
  }
  return headers
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
