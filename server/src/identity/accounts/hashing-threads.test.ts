import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { createHashingThreads } from './hashing-threads.ts'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** How far each thread of this process lets others go first. */
const nicenesses = () =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

test('several passwords are hashed and verified at once', async () => {
  const { hash, verify } = createHashingThreads()
  const passwords = Array.from({ length: 4 }, (_, index) => `Sunny-Day-${index}`)
  const hashes = await Promise.all(passwords.map((password) => hash(password, CHEAP)))

  const found = await Promise.all(hashes.map((each) => verify(each, 'Sunny-Day-2')))
  assert.deepEqual(found, [false, false, true, false])
})

test('a hash that cannot be read fails, and the next password is verified', async () => {
  const { hash, verify } = createHashingThreads()
  const good = await hash('Sunny-Day-7', CHEAP)
  await assert.rejects(verify('no hash', 'Sunny-Day-7'))
  assert.equal(await verify(good, 'Sunny-Day-7'), true)
})

test('requests go before hashing', { skip: process.platform !== 'linux' && 'only on Linux' }, async () => {
  const lowered = () => nicenesses().filter((niceness) => niceness > getPriority()).length
  const before = lowered()
  await createHashingThreads().hash('Sunny-Day-7', CHEAP)
  assert.equal(lowered(), before + 1)
})
