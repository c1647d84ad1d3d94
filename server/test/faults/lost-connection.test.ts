import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { endWaitingConnections, openTestDatabase, withClient } from '../support/database.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { startLaurel, terminate } from '../support/process.ts'

const { connectionString, settings } = await openTestDatabase()

test('a connection that is lost while events are read fails that read alone', async (t) => {
  const laurel = await startLaurel({ ...settings, SECRET_KEY: randomBytes(32).toString('base64') })
  t.after(() => terminate(laurel))
  const partner = await onboardTestPartner(laurel)
  await partner.addUser()
  const read = () => laurel.get('/api/v1/laas/events', partner.token)
  let status: number | undefined
  await withClient(connectionString, async (owner) => {
    await owner.query('begin; lock table awards in access exclusive mode')
    const reading = read().then((response) => {
      status = response.status
    })
    while (status === undefined) {
      await endWaitingConnections(owner)
      await pause(20)
    }
    await reading
    await owner.query('rollback')
  })
  assert.equal(status, 503)
  assert.equal((await read()).status, 200, laurel.said())
})
