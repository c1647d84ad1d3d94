import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCommandLine } from '../../support/command-line.ts'
import { onboardPartnerWithRule, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardPartnerWithRule(service)
await laurel.signIn(service, partner.email)

const holds = (...args: string[]) => laurel.run(['holds', ...args])

async function addPayer() {
  const userId = await partner.addUser()
  await partner.award(userId, partner.rule.name)
  return userId
}

test('a hold is made once for a key, shown, extended and captured in part', async () => {
  const userId = await addPayer()
  const reference = unique('order-')
  const create = ['create', '--user-id', userId, '--coins', '4', '--reference', reference]
  const keyed = [...create, '--key', unique('key-'), '--expires-in', '60', '--json']
  const made = await holds(...keyed)
  assert.equal(made.code, 0, made.stderr)
  const { id, status, coins, expiresAt } = JSON.parse(made.stdout)
  assert.deepEqual([status, coins], ['active', '4'])
  assert.equal(JSON.parse((await holds(...keyed)).stdout).id, id)

  const extended = await holds('extend', id, '--expires-in', '3600', '--json')
  assert(JSON.parse(extended.stdout).expiresAt > expiresAt)
  const shown = await holds('show', id)
  assert.match(shown.stdout, /^status +active$/m)
  assert.match(shown.stdout, new RegExp(`^reference +${reference}$`, 'm'))

  const captured = await holds('capture', id, '--coins', '2.5')
  assert.equal(captured.code, 0, captured.stderr)
  assert.match(captured.stdout, /^captured +2.5$/m)
  assert.match(captured.stdout, /^transfer +[0-9a-f-]{36}$/m)
  assert.equal(await partner.coinsOf(userId), '7.5')

  const listed = await holds('list', '--reference', reference, '--json')
  assert.deepEqual(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    [id],
  )
  const lines = await holds('list', '--user-id', userId, '--status', 'captured')
  assert.match(lines.stdout, new RegExp(`captured +${userId} +${reference} +4 +2.5 `))
})

test('a hold is released once, and a refused call says why and exits with 1', async () => {
  const userId = await addPayer()
  const { stdout } = await holds('create', '--user-id', userId, '--coins', '10', '--json')
  const { id } = JSON.parse(stdout)
  const second = await holds('create', '--user-id', userId, '--coins', '1')
  assert.equal(second.code, 1)
  assert.match(second.stderr, /coins/)
  const released = await holds('release', id)
  assert.match(released.stdout, /^status +released$/m)
  const again = await holds('release', id)
  assert.equal(again.code, 1)
  assert.equal(again.stdout, '')
  assert.equal(await partner.coinsOf(userId), '10')
})

test('a wrong command line is one sentence', async () => {
  const { code, stderr } = await holds('create', '--coins', '1')
  assert.equal(code, 2)
  assert.match(stderr, /^Give either --user-id or --external-id\.$/m)
  const userId = await addPayer()
  const wrong = await holds('create', '--user-id', userId, '--coins', '1', '--expires-in', 'soon')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /--expires-in must be a number of seconds/)
})
