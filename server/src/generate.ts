import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createEncryption } from './crypto/encryption.ts'
import { migrate } from './database/migrate.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { createLog } from './process/logging.ts'

export const OPEN_API_FILE = new URL('../openapi.json', import.meta.url)
export const SCHEMA_FILE = new URL('../schema.sql', import.meta.url)

const HEADING = `-- The whole schema as it stands after all migrations, for reading; the job queue's own tables (schema pgboss) are made by pg-boss and left out. Written by \`npm run generate\`; to change it, add a file to migrations/.`

if (import.meta.main) await generate()

async function generate(): Promise<void> {
  await writeFile(OPEN_API_FILE, await openApiText())
  await writeFile(SCHEMA_FILE, await withFreshDatabase(schemaText))
  console.log('Wrote server/openapi.json and server/schema.sql.')
}

/** The API reference is made from the routes alone, so what they work with is never touched. */
export async function openApiText(): Promise<string> {
  const untouched = {} as never
  const app = await buildApp({
    config: readConfig({}),
    database: untouched,
    encryption: createEncryption(randomBytes(32)),
    accessTokens: untouched,
    browserSessions: untouched,
    userSessions: untouched,
    oauth: untouched,
    outbound: untouched,
    revokeGrants: untouched,
    recordAuditEvent: untouched,
    signRequest: untouched,
    grantAward: untouched,
    reverseAward: untouched,
    transferCoins: untouched,
    mailPosted: () => {},
    eventWatch: untouched,
    requestLog: untouched,
    isDraining: () => false,
    now: () => new Date(),
    log: createLog('silent'),
  })
  const document = app.swagger()
  await app.close()
  return `${JSON.stringify(document, null, 2)}\n`
}

async function withFreshDatabase<T>(work: (connectionString: string) => Promise<T>): Promise<T> {
  const server = process.env.LAUREL_TEST_DATABASE_URL
  return server ? inScratchDatabase(server, work) : inThrowAwayServer(work)
}

async function inScratchDatabase<T>(
  server: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  const name = `generate_${randomBytes(8).toString('hex')}`
  const database = new URL(server)
  database.pathname = `/${name}`
  await onDatabase(server, (client) => client.query(`create database ${name}`))
  try {
    await migrate(database.href)
    return await work(database.href)
  } finally {
    await onDatabase(server, (client) => client.query(`drop database ${name} with (force)`))
  }
}

async function inThrowAwayServer<T>(work: (connectionString: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-generate-'))
  // As root, the database runs as another user, who must be able to pass through.
  await chmod(folder, 0o755)
  try {
    const log = { info: () => {}, warn: console.warn }
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), dataDirGiven: true, log })
    try {
      await migrate(server.connectionString)
      return await work(server.connectionString)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes down a migrated database from its catalog: tables with their indexes, views, and who may do what. */
export async function schemaText(connectionString: string): Promise<string> {
  return onDatabase(connectionString, async (client) => {
    await client.query(`set search_path to public`)
    await refuseUnknownKinds(client)
    const statements = [
      HEADING,
      ...(await tables(client)),
      ...(await views(client)),
      (await grants(client)).join('\n'),
    ]
    return `${statements.join('\n\n')}\n`
  })
}

type Relation = { oid: number; name: string; options: string }

function relations(client: pg.Client, kind: string): Promise<Relation[]> {
  return many(
    client,
    `select oid, relname as name, coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as options
     from pg_class
     where relkind = $1 and relnamespace = 'public'::regnamespace
     order by oid`,
    [kind],
  )
}

async function tables(client: pg.Client): Promise<string[]> {
  const statements: string[] = []
  for (const { oid, name, options } of await relations(client, 'r')) {
    const lines = [...(await columns(client, oid)), ...(await constraints(client, oid))]
    const table = `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${options};`
    statements.push(
      [table, ...(await columnOptions(client, oid)), ...(await indexes(client, oid))].join('\n'),
    )
  }
  return statements
}

async function columnOptions(client: pg.Client, table: number): Promise<string[]> {
  const rows = await many<{ statement: string }>(
    client,
    `select format('alter table %s alter column %I set (%s);', attrelid::regclass, attname, array_to_string(attoptions, ', ')) as statement
     from pg_attribute
     where attrelid = $1 and attoptions is not null
     order by attnum`,
    [table],
  )
  return rows.map(({ statement }) => statement)
}

async function columns(client: pg.Client, table: number): Promise<string[]> {
  const rows = await many<{
    name: string
    type: string
    fallback: string | null
    required: boolean
    isGenerated: boolean
  }>(
    client,
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
       pg_get_expr(d.adbin, d.adrelid, true) as fallback, a.attgenerated = 's' as "isGenerated"
     from pg_attribute a
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
    [table],
  )
  return rows.map(({ name, type, fallback, required, isGenerated }) =>
    [
      name,
      type.replace('timestamp with time zone', 'timestamptz'),
      ...(required ? ['not null'] : []),
      ...(fallback === null
        ? []
        : [isGenerated ? `generated always as (${tidied(fallback)}) stored` : `default ${fallback}`]),
    ].join(' '),
  )
}

/** Since PostgreSQL 18 a column that is not null has a constraint of its own (n), which its line already says. */
async function constraints(client: pg.Client, table: number): Promise<string[]> {
  const rows = await many<{ name: string; definition: string }>(
    client,
    `select conname as name, pg_get_constraintdef(oid, true) as definition
     from pg_constraint
     where conrelid = $1 and contype <> 'n'
     order by position(contype::text in 'pufc'), oid`,
    [table],
  )
  return rows.map(({ name, definition }) => `constraint ${name} ${tidied(definition)}`)
}

async function indexes(client: pg.Client, table: number): Promise<string[]> {
  const rows = await many<{ definition: string }>(
    client,
    `select pg_get_indexdef(i.indexrelid, 0, true) as definition
     from pg_index i
     where i.indrelid = $1 and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by i.indexrelid`,
    [table],
  )
  return rows.map(({ definition }) => `${tidied(definition).replace(' using btree', '')};`)
}

async function views(client: pg.Client): Promise<string[]> {
  const statements: string[] = []
  for (const { oid, name, options } of await relations(client, 'v')) {
    const [view] = await many<{ definition: string }>(
      client,
      'select pg_get_viewdef($1::oid, true) as definition',
      [oid],
    )
    statements.push(`create view ${name}${options} as\n${tidied(view?.definition ?? '')}`)
  }
  return statements
}

async function grants(client: pg.Client): Promise<string[]> {
  const rows = await many<{ statement: string }>(
    client,
    `select format('grant %s on %I to %I;',
       string_agg(lower(a.privilege_type), ', ' order by position(a.privilege_type in 'SELECT INSERT UPDATE DELETE')),
       c.relname, coalesce(g.rolname, 'public')) as statement
     from pg_class c, aclexplode(c.relacl) a
     left join pg_roles g on g.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
     group by c.oid, c.relkind, c.relname, g.rolname
     order by c.relkind, c.oid, g.rolname`,
  )
  return rows.map(({ statement }) => statement)
}

/** What this file does not know how to write down must not be left out in silence. */
async function refuseUnknownKinds(client: pg.Client): Promise<void> {
  const unknown = await many<{ what: string }>(
    client,
    `select 'relation ' || relname as what
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind not in ('r', 'v', 'i', 'c')
     union all
     select 'function ' || proname from pg_proc where pronamespace = 'public'::regnamespace
     union all
     select 'type ' || typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
     union all
     select 'trigger ' || tgname from pg_trigger where not tgisinternal
     union all
     select 'column ' || attname
     from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and (attidentity <> '' or attgenerated not in ('', 's') or attacl is not null)
     union all
     select 'policy ' || polname from pg_policy`,
  )
  if (unknown.length > 0) {
    throw new Error(
      `schema.sql cannot show ${unknown.map(({ what }) => what).join(', ')}: teach server/src/generate.ts first.`,
    )
  }
}

/** The catalog writes keywords in capitals, which what stands in quotes keeps, and says of every text that it is one. */
function tidied(statement: string): string {
  return statement
    .replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[^'"]+/g, (part) =>
      /^['"]/.test(part) ? part : part.toLowerCase(),
    )
    .replaceAll("'::text", "'")
}

async function many<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}

async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
