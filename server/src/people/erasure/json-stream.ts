import { mapInSlices } from '../../runtime/queues/in-slices.ts'

/** A list that is read page by page. */
export type Pages = AsyncIterable<unknown[]>

const isPages = (value: unknown): value is Pages =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** JSON text of an object, whose lists are read as they are taken. `before` and `after` surround it. */
export async function* jsonText(
  parts: Record<string, unknown>,
  { before, after } = { before: '', after: '' },
): AsyncGenerator<string> {
  let separator = `${before}{`
  for (const [name, part] of Object.entries(parts)) {
    yield `${separator}${JSON.stringify(name)}:`
    if (isPages(part)) yield* listText(part)
    else yield JSON.stringify(part)
    separator = ','
  }
  yield `}${after}`
}

async function* listText(pages: Pages): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + (await mapInSlices(page, (each) => JSON.stringify(each))).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
