type Schema = { properties?: Record<string, unknown>; required?: string[] }
type Schemas = Record<string, Schema>

/** The two ways to name a user; a request has one of them. */
const USER_FIELDS = ['userId', 'externalId']
const BLOCK = /^ {4}schemas: \{\n([\s\S]*?)^ {4}\};\n/m
const REFERENCE = /components\["schemas"\]\["(\w+)"\]/g

/** The client opens envelopes, so they have no name in its types. */
const isEnvelope = (name: string): boolean => name.endsWith('Response')

/** Requests that take the id of a user or the partner's own, and not both. */
function namesUser({ properties = {}, required = [] }: Schema): boolean {
  return USER_FIELDS.every((field) => field in properties && !required.includes(field))
}

/** The schemas without the fields that `UserReference` has. */
export function withoutUserFields(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!namesUser(schema)) return [name, schema]
      const kept = Object.entries(schema.properties ?? {}).filter(([field]) => !USER_FIELDS.includes(field))
      return [name, { ...schema, properties: Object.fromEntries(kept) }]
    }),
  )
}

/**
 * Divides the generated types: each schema becomes a declaration of its own, an interface if it is an object, so
 * that editors and compilers show its name. Envelopes and operations stay.
 */
export function divideTypes(text: string, schemas: Schemas): { schemas: string; operations: string } {
  const declared = declarationsIn(BLOCK.exec(text)?.[1] ?? '')
  const envelopes = declared.filter(({ name }) => isEnvelope(name)).map(({ lines }) => lines.join('\n'))
  const operations = text.replace(BLOCK, `    schemas: {\n${envelopes.join('\n')}\n    };\n`)
  return {
    schemas: declared
      .filter(({ name }) => !isEnvelope(name))
      .map((declaration) => withReferences(declarationText(declaration, schemas), ''))
      .join('\n\n'),
    operations: withReferences(operations, 'schemas.'),
  }
}

type Declaration = { name: string; comment: string[]; lines: string[] }

function declarationsIn(block: string): Declaration[] {
  const declarations: Declaration[] = []
  let comment: string[] = []
  for (const line of block.trimEnd().split('\n')) {
    const last = declarations.at(-1)
    const name = /^ {8}(\w+): /.exec(line)?.[1]
    if (name) declarations.push({ name, comment, lines: [...comment, line] })
    else if (/^ {8}(\/\*\*| \*)/.test(line)) comment.push(line)
    else last?.lines.push(line)
    if (name) comment = []
  }
  return declarations
}

function declarationText({ name, comment, lines }: Declaration, schemas: Schemas): string {
  const own = lines.slice(comment.length).map((line) => line.replace(/^ {8}/, ''))
  const about = comment.map((line) => `${line.replace(/^ {8}/, '')}\n`).join('')
  const text = own.join('\n').replace(/;$/, '')
  const value = text.slice(`${name}: `.length)
  if (!own[0]?.endsWith(' {')) return `${about}export type ${name} = ${value}`
  if (!namesUser(schemas[name] ?? {})) return `${about}export interface ${name} ${value}`
  return `export interface ${name}Fields ${value}\n\n${about}export type ${name} = ${name}Fields & UserReference`
}

const withReferences = (text: string, prefix: string) =>
  text.replaceAll(REFERENCE, (reference, name: string) => (isEnvelope(name) ? reference : `${prefix}${name}`))
