import assert from 'node:assert/strict'

/** Reads CSV as RFC 4180 describes it: a record for each line after the first, by the names there. */
export function parseCsv(text: string): Record<string, string>[] {
  const [names = [], ...lines] = cellsOf(text)
  return lines.map((cells) => {
    assert.equal(cells.length, names.length, cells.join('|'))
    return Object.fromEntries(names.map((name, place) => [name, cells[place] as string]))
  })
}

function cellsOf(text: string): string[][] {
  assert.ok(text.endsWith('\n'), 'the last line is whole')
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') lines.push([])
  }
  return lines.slice(0, -1)
}
