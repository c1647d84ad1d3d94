import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'
import { finished, IMPORTS, sendImport } from '../support/imports-of.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { waitUntil } from '../support/wait-until.ts'

/** IMPORT_LINES=100000 takes minutes. */
const LINES = Number(process.env.IMPORT_LINES ?? 6_000)

await makeTestFolder()
const { settings, client } = await openTestDatabase()

test(`an import of ${LINES} members that is killed half-way makes each of them once, with its coins`, async (t) => {
  const killed = await startLaurel(settings)
  const { token, partnerId } = await onboardTestPartner(killed)
  const rows = Array.from(
    { length: LINES },
    (_, index) => `m${index},Member ${index},${index % 7}.5,${index % 5}`,
  )
  const body = `externalId,fullname,coins,points\n${rows.join('\n')}\n`
  const startedAt = performance.now()
  const { id } = await dataOf(sendImport(killed, body, { token, type: 'text/csv' }))
  t.diagnostic(`received in ${seconds(startedAt)} s`)
  const half = async () => (await dataOf(killed.get(`${IMPORTS}/${id}`, token))).done >= LINES / 2
  await waitUntil(half, 'half of the lines are worked off')
  killed.process.kill('SIGKILL')
  await once(killed.process, 'exit')
  const before = await counts(partnerId)
  assert(before.members < LINES, `${before.members} members before the process was killed`)

  const laurel = await startLaurel(settings)
  const restartedAt = performance.now()
  const { created, refused, done } = await finished(laurel, id, token)
  t.diagnostic(`${before.members} members before, the rest ${seconds(restartedAt)} s after the restart`)
  assert.deepEqual({ created, refused, done }, { created: LINES, refused: 0, done: LINES })
  const sum = (of: (index: number) => number) =>
    Array.from({ length: LINES }, (_, index) => of(index)).reduce((left, right) => left + right, 0)
  assert.deepEqual(await counts(partnerId), {
    members: LINES,
    opened: sum((index) => (index % 7) * 100 + 50),
    points: sum((index) => (index % 5) * 100),
    openings: LINES,
  })
  const { userId } = (await dataOf(laurel.get('/api/v1/laas/users?externalId=m6', token))).data[0]
  const member = await dataOf(laurel.get(`/api/v1/laas/users/${userId}`, token))
  assert.deepEqual([member.wallet.coins, member.wallet.points], ['6.5', '1'])
  assert.deepEqual((await client.query('select * from broken_invariants limit 5')).rows, [])
  await terminate(laurel)
})

async function counts(partnerId: string) {
  const { rows } = await client.query(
    `select count(*)::integer as members, sum(w.opened)::integer as opened, sum(w.opening_points)::integer as points,
       (select count(*)::integer from coin_transactions where partner_id = $1 and kind = 'opening') as openings
     from wallets w
     where w.partner_id = $1`,
    [partnerId],
  )
  return rows[0]
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
