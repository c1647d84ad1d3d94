import { readFile } from 'node:fs/promises'

/** What the API reference says of an operation, as far as a test asks for it. */
export type Operation<Asked> = Asked & { method: string; path: string }

/** The operations of an API reference, by default the committed one, which another test keeps up to date. */
export async function operationsOf<Asked>(text?: string): Promise<Operation<Asked>[]> {
  const reference = text ?? (await readReference())
  const { paths } = JSON.parse(reference) as { paths: Record<string, Record<string, Asked>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** The operations with each schema of their requests in place of the references to it. */
export async function requestsOf<Asked extends { parameters?: unknown; requestBody?: unknown }>() {
  const reference = await readReference()
  const document = JSON.parse(reference)
  const inline = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map(inline)
    const { $ref, ...rest } = node as { $ref?: string }
    const target = $ref
      ?.split('/')
      .slice(1)
      .reduce((within, step) => within[step], document)
    const parts = Object.entries(rest).map(([name, part]) => [name, inline(part)])
    return { ...(inline(target) as object), ...Object.fromEntries(parts) }
  }
  return (await operationsOf<Asked>(reference)).map((operation) => ({
    ...operation,
    parameters: inline(operation.parameters) as Asked['parameters'],
    requestBody: inline(operation.requestBody) as Asked['requestBody'],
  }))
}

const readReference = () => readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
