import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export const TEMPLATE_DATABASE = 'laurel_template'
const TEMPLATE_IN_USE = '55006'
const ATTEMPTS_MAX = 50

/** A database of one's own for a test file, copied from the migrated template. */
export async function createTestDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const server = process.env.LAUREL_TEST_DATABASE_URL
  if (!server)
    throw new Error('These tests need a PostgreSQL: run them with `npm test -- <file>`, which starts one.')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, (client) => createFromTemplate(client, name))
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    connectionString: url.href,
    drop: () => onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** The template cannot be copied while another copy is being made of it. */
async function createFromTemplate(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`create database ${name} template ${TEMPLATE_DATABASE}`)
      return
    } catch (error) {
      if ((error as pg.DatabaseError).code !== TEMPLATE_IN_USE || attempt === ATTEMPTS_MAX) throw error
      await pause(100)
    }
  }
}

async function onServer(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
