import { readFile } from 'node:fs/promises'

/** What the API reference says of an operation, as far as a test asks for it. */
export type Operation<Asked> = Asked & { method: string; path: string }

/** The operations of an API reference, by default the committed one, which another test keeps up to date. */
export async function operationsOf<Asked>(text?: string): Promise<Operation<Asked>[]> {
  const reference = text ?? (await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const { paths } = JSON.parse(reference) as { paths: Record<string, Record<string, Asked>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}
