import { readFile, writeFile } from 'node:fs/promises'

export const ROLES_FILE = new URL('src/api/roles.ts', import.meta.url)
const OPEN_API_FILE = new URL('../server/openapi.json', import.meta.url)

const HEADING = '// Generated from server/openapi.json by `npm run generate`.\n\n'

type Operation = { operationId: string; 'x-roles'?: string[] }
type Document = { paths: Record<string, Record<string, Operation>> }

if (import.meta.main) {
  await writeFile(ROLES_FILE, rolesText(await readFile(OPEN_API_FILE, 'utf8')))
  console.log('Wrote dashboard/src/api/roles.ts.')
}

/** The roles that may call each operation. */
export function rolesText(document: string): string {
  const { paths } = JSON.parse(document) as Document
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const lines = operations
    .filter((operation) => operation['x-roles'])
    .map(({ operationId, 'x-roles': roles }) => `  ${operationId}: ${JSON.stringify(roles)},`)
  return `${HEADING}export const ROLES_BY_OPERATION = {\n${lines.join('\n')}\n} as const\n`
}
