import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { createCommandLine } from '../../support/command-line.ts'
import { parseCsv } from '../../support/csv.ts'
import { onboardPartnerWithRule, unique } from '../../support/partner.ts'
import { listen } from '../../support/server.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const USERS = '/api/v1/laas/users'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardPartnerWithRule(service)
await laurel.signIn(service, partner.email)

const inFolder = (name: string) => join(laurel.folder, name)
const memberOf = async (externalId: string) =>
  (await dataOf(service.get(`${USERS}?externalId=${externalId}`, partner.token))).data[0]

/** A customer with coins, from an import. */
async function importCustomer(coins = '5') {
  const externalId = unique('customer-')
  const { code, stderr } = await laurel.run(['import', '-'], {
    input: JSON.stringify({ externalId, fullname: 'Ada Lovelace', coins }),
  })
  assert.equal(code, 0, stderr)
  const { userId } = await memberOf(externalId)
  return { externalId, userId: userId as string }
}

suite('laurel import', () => {
  test('imports a CSV file, prints the refused lines and exits with 1', async () => {
    const [first, second] = [unique('customer-'), unique('customer-')]
    const file = inFolder('members.csv')
    writeFileSync(file, `externalId,coins\n${first},12.5\n${second},much\n${first},1\n`)
    const { code, stdout, stderr } = await laurel.run(['import', file])
    assert.equal(code, 1, stderr)
    const [summary, wrong, repeated] = stdout.split('\n')
    assert.equal(summary, 'Imported 1 members; 2 of 3 lines were refused.')
    assert.match(wrong ?? '', new RegExp(`^line 3 \\(${second}\\): coins must be an amount`))
    assert.match(repeated ?? '', new RegExp(`^line 4 \\(${first}\\): `))
    assert.equal((await memberOf(first)).wallet.coins, '12.5')

    const { stdout: listed } = await laurel.run(['api', 'GET', '/laas/imports'])
    const [{ id }] = JSON.parse(listed).data.data
    const refused = await laurel.run(['export', 'refused', id])
    assert.deepEqual(
      parseCsv(refused.stdout.replace(/^\ufeff/, '')).map(({ line }) => line),
      ['3', '4'],
    )
  })

  test('imports NDJSON from standard input, with JSON alone on standard output', async () => {
    const externalIds = [unique('customer-'), unique('customer-')]
    const input = externalIds.map((externalId) => `${JSON.stringify({ externalId })}\n`).join('')
    const running = laurel.start(['import', '-', '--json'])
    running.child.stdin?.end(input)
    const { code, stdout } = await running.ended()
    const { import: done, refused } = JSON.parse(stdout)
    assert.deepEqual([code, done.status, done.created, refused], [0, 'finished', 2, []])
    for (const externalId of externalIds) assert.equal((await memberOf(externalId)).externalId, externalId)
  })

  test('names a file that cannot be read', async () => {
    const file = inFolder('none.csv')
    const { code, stderr } = await laurel.run(['import', file])
    assert(stderr.startsWith(`${file} cannot be read (ENOENT: `), stderr)
    assert.equal(code, 2)
  })
})

suite('laurel export', () => {
  test('writes transactions to a file or standard output, and does not replace a file', async () => {
    const { userId } = await importCustomer()
    const file = inFolder('transactions.csv')
    const args = ['export', 'transactions']
    const { code, stderr } = await laurel.run([...args, file, '--user-id', userId])
    assert.equal(code, 0, stderr)
    const text = readFileSync(file, 'utf8')
    assert.deepEqual(
      parseCsv(text.replace(/^\ufeff/, '')).map(({ coins, userId: of }) => [coins, of]),
      [['5', userId]],
    )
    assert.equal((await laurel.start([...args, '--user-id', userId]).ended()).stdout, text)
    const again = await laurel.run([...args, file])
    assert.deepEqual([again.code, again.stderr], [2, `${file} exists already; replace it with --force.\n`])
    assert.equal(readFileSync(file, 'utf8'), text)
    assert.equal((await laurel.run([...args, file, '--force'])).code, 0)
    assert.notEqual(readFileSync(file, 'utf8'), text)
  })

  test('writes what is held about a user who is named by either id', async () => {
    const { externalId, userId } = await importCustomer()
    const byExternalId = await laurel.run(['export', 'member', externalId, '--external-id'])
    const { membership, wallet } = JSON.parse(byExternalId.stdout)
    assert.deepEqual([membership.userId, membership.externalId, wallet.coins], [userId, externalId, '5'])
    const file = inFolder('member.json')
    await laurel.run(['export', 'member', userId, file])
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).membership, membership)
    const unknown = await laurel.run(['export', 'member', 'nobody-7', '--external-id'])
    assert.deepEqual([unknown.code, unknown.stderr], [2, 'No member has the external id "nobody-7".\n'])
  })

  test('writes files for their owner alone', async () => {
    const { userId } = await importCustomer()
    const args = ['export', 'member', userId, inFolder('private.json')]
    assert.equal((await laurel.run(args)).code, 0)
    assert.equal(statSync(inFolder('private.json')).mode & 0o777, 0o600)
    chmodSync(inFolder('private.json'), 0o644)
    assert.equal((await laurel.run([...args, '--force'])).code, 0)
    assert.equal(statSync(inFolder('private.json')).mode & 0o777, 0o600)
  })

  test('names what it cannot write to, and leaves it', async () => {
    mkdirSync(inFolder('folder'))
    writeFileSync(inFolder('taken.csv.part'), 'kept')
    const sentenceOf = async (file: string) => {
      const { code, stderr } = await laurel.run(['export', 'transactions', inFolder(file), '--force'])
      assert.equal(code, 2)
      return stderr.replaceAll(`${laurel.folder}/`, '')
    }
    assert.equal(await sentenceOf('folder'), 'folder is a folder; name a file in it.\n')
    assert.equal(
      await sentenceOf('taken.csv'),
      'taken.csv.part exists already, from an export that still runs or was killed; remove it and try again.\n',
    )
    assert.match(await sentenceOf('none/a.csv'), /^none\/a\.csv cannot be written \(ENOENT: /)
    assert.deepEqual(readdirSync(inFolder('folder')), [])
    assert.equal(readFileSync(inFolder('taken.csv.part'), 'utf8'), 'kept')
    symlinkSync('/dev/null', inFolder('device'))
    assert.equal((await laurel.run(['export', 'transactions', inFolder('device'), '--force'])).code, 0)
    assert(statSync(inFolder('device')).isCharacterDevice())
  })

  test('waits when the service asks for it, and leaves the file as it was when the export breaks off', async () => {
    let calls = 0
    const busy = createServer((request, response) => {
      if (request.url === '/oauth/token') return response.end('{"access_token":"a","expires_in":60}')
      calls += 1
      if (calls === 1) return response.writeHead(429, { 'retry-after': '1' }).end('{}')
      response.writeHead(200, { 'content-length': '100' }).write('createdAt,id\n', () => response.destroy())
    })
    const env = { LAUREL_URL: await listen(busy), LAUREL_CLIENT_ID: 'a', LAUREL_CLIENT_SECRET: 'b' }
    writeFileSync(inFolder('earlier.csv'), 'earlier')
    for (const [name, ...options] of [['broken.csv'], ['earlier.csv', '--force']] as const) {
      const args = ['export', 'transactions', inFolder(name), ...options]
      const { code, stderr } = await laurel.run(args, { env })
      assert.match(stderr, /^The export broke off before its end \(.*\)\. Try again\.\n$/)
      assert.equal(code, 2)
    }
    assert.equal(calls, 3)
    assert.equal(readFileSync(inFolder('earlier.csv'), 'utf8'), 'earlier')
    for (const name of ['broken.csv', 'broken.csv.part', 'earlier.csv.part'])
      assert.equal(existsSync(inFolder(name)), false, name)
  })
})

test('laurel attributes prints and changes the attributes of a user', async () => {
  const { externalId, userId } = await importCustomer()
  const run = (...args: string[]) => laurel.run(['attributes', externalId, '--external-id', ...args])
  assert.equal((await run()).stdout, 'No attributes.\n')
  const changed = await run('city=Lagos = big', 'visits:=2.5', 'vip:=true', 'zip=01234')
  assert.deepEqual(
    [changed.code, changed.stdout],
    [0, 'city    "Lagos = big"\nvip     true\nvisits  2.5\nzip     "01234"\n'],
  )
  assert.deepEqual(JSON.parse((await run('zip=', 'city=Abuja', '--json')).stdout), {
    userId,
    attributes: { city: 'Abuja', vip: true, visits: 2.5 },
  })
  for (const wrong of ['city', '=Lagos', 'visits:=many', 'visits:=[1]', 'visits:=']) {
    const { code, stderr } = await run(wrong)
    assert.deepEqual(
      [code, stderr],
      [2, `"${wrong}" is no change; write name=text, name:=number, name:=true or name=.\n`],
    )
  }
  assert.match((await run('two words=x')).stderr, /^attributes must have names of letters/)
})

test('laurel erase shows the user and asks, and names coins that are left', async () => {
  const { externalId, userId } = await importCustomer()
  const refused = await laurel.run(['erase', externalId, '--external-id'], { input: 'n\n' })
  assert.equal(
    refused.stderr,
    `Erase Ada Lovelace, ${externalId}, ${userId} with 5 coins? This cannot be undone. [y/N] Nothing was erased. Answer y, or give --yes.\n`,
  )
  assert.equal(refused.code, 2)
  const left = await laurel.run(['erase', userId], { input: 'y\n' })
  assert.match(left.stderr, /The wallet holds 5 coins; .*\n$/)
  assert.equal((await memberOf(externalId)).userId, userId)
  const erased = await laurel.run(['erase', userId, '--forfeit', '--yes', '--json'])
  assert.equal(erased.code, 0, erased.stderr)
  assert.equal(JSON.parse(erased.stdout).forfeited, '5')
  assert.equal(await memberOf(externalId), undefined)
})

suite('laurel api', () => {
  test('sends a request with the sign-in, and prints the body', async () => {
    const externalId = unique('customer-')
    const data = JSON.stringify({ externalId })
    const args = ['api', 'POST', '/laas/users', '--idempotency-key', unique('key-')]
    const first = await laurel.run([...args, '--data', data])
    assert.equal(first.code, 0, first.stderr)
    assert.equal(JSON.parse(first.stdout).data.externalId, externalId)
    assert.equal((await laurel.run([...args, '--data', '-'], { input: data })).stdout, first.stdout)
    writeFileSync(inFolder('body.json'), data)
    assert.equal((await laurel.run([...args, '--data', `@${inFolder('body.json')}`])).stdout, first.stdout)
    const own = await laurel.run(['api', 'GET', '/api/v1/{eco}/partners/me'])
    assert.equal(JSON.parse(own.stdout).data.email, partner.email)
    const found = await laurel.run(['api', 'GET', `laas/users?externalId=${externalId}`])
    assert.equal(JSON.parse(found.stdout).data.data.length, 1)
  })

  test('exits with 1 and the body when the service refuses, and with 2 when nothing was sent', async () => {
    const wrong = await laurel.run(['api', 'POST', '/laas/users', '--data', '{}'])
    const { status, data } = JSON.parse(wrong.stdout)
    assert.deepEqual([wrong.code, wrong.stderr, status], [1, '', 'failed'])
    assert.equal(data.fields[0].field, 'externalId')
    const text = await laurel.run(['api', 'POST', '/laas/users', '--data', '{externalId'])
    assert.match(text.stderr, /^The data is not JSON: /)
    assert.deepEqual([text.code, text.stdout], [2, ''])
  })
})

test('laurel logs lists the latest requests, and follows new ones until it is interrupted', async () => {
  const wrong = () => service.post('/api/v1/laas/users', {}, partner.token)
  const [first, second] = [await wrong(), await wrong()]
  const idOf = (response: Awaited<ReturnType<typeof wrong>>) => response.headers.get('x-request-id')
  const ids = (text: string) => text.split('\n').flatMap((line) => (line ? JSON.parse(line).id : []))
  await waitUntil(async () => {
    const { stdout } = await laurel.run(['logs', '--failed', '--json'])
    return ids(stdout).includes(idOf(second))
  }, 'the requests are logged')
  const latest = await laurel.run(['logs', '--failed', '--json', '--limit', '2'])
  assert.deepEqual(ids(latest.stdout), [idOf(first), idOf(second)])
  const line = await laurel.run(['logs', '--failed', '--limit', '1'])
  assert.match(
    line.stdout,
    /^\S+Z {2}400 {2}POST +\d+ ms {2}\/api\/v1\/laas\/users · .*externalId is required.*\n$/,
  )

  const following = laurel.start(['logs', '--failed', '--follow', '--json', '--limit', '1'])
  await waitUntil(() => ids(following.stdout()).length === 1, following.stderr)
  const third = await wrong()
  await waitUntil(() => ids(following.stdout()).length > 1, following.stderr)
  following.child.kill('SIGINT')
  const { code, stdout } = await following.ended()
  assert.deepEqual([code, ids(stdout)], [0, [idOf(second), idOf(third)]])
})
