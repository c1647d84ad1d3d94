import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { createCommandLine } from '../../support/command-line.ts'
import { ME, newOwner, onboardTestPartner, PARTNERS, PASSWORD } from '../../support/partner.ts'
import { freePort, listen } from '../../support/server.ts'
import { useSharedService } from '../../support/service.ts'
import { activateSecondFactor } from '../../support/team.ts'

const service = useSharedService()
const laurel = await createCommandLine()
const partner = await onboardTestPartner(service)

const profileOf = (name: string) => JSON.parse(readFileSync(laurel.configFile(name), 'utf8'))

test('without a sign-in, a command says how to sign in', async () => {
  assert.deepEqual(await laurel.run(['whoami']), {
    code: 2,
    stdout: '',
    stderr: 'Not signed in: there is no profile "default". Sign in with `npm run laurel -- login`.\n',
  })
})

test('login keeps tokens for its owner alone, and no password', async () => {
  const args = ['--url', service.url, '--ecosystem', 'acme', '--email', partner.email]
  const login = laurel.start(['login', ...args])
  login.send(`${PASSWORD}\n`)
  const { code, stdout, stderr } = await login.ended()
  assert.deepEqual([code, stderr], [0, ''])
  const who = `${partner.email} (owner)`
  assert.equal(stdout, `Signed in to ${service.url} as ${who}. The profile is "default".\n`)
  const file = laurel.configFile('default')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(dirname(file)).mode & 0o777, 0o700)
  assert.ok(!readFileSync(file, 'utf8').includes(PASSWORD))
})

test('whoami says who is signed in, as text and as JSON', async () => {
  const { stdout } = await laurel.run(['whoami'])
  assert.match(stdout, new RegExp(`^email +${partner.email}$`, 'm'))
  const { code, stdout: json } = await laurel.run(['whoami', '--json'])
  const { partnerId, email } = partner
  const who = { kind: 'team', email, role: 'owner', ecosystem: 'acme', partnerId }
  assert.deepEqual(JSON.parse(json), { profile: 'default', url: service.url, ...who })
  assert.equal(code, 0)
})

test('a wrong password is refused in one sentence, and keeps the profile as it was', async () => {
  const before = profileOf('default')
  const login = ['login', '--url', service.url, '--ecosystem', 'acme', '--email', partner.email]
  assert.deepEqual(await laurel.run(login, { input: 'wrong\n' }), {
    code: 2,
    stdout: '',
    stderr: `${service.url} does not accept the sign-in: The email or the password is wrong for this ecosystem; check both, or reset the password.\n`,
  })
  assert.deepEqual(profileOf('default'), before)
  const { code, stderr } = await laurel.run(['login'])
  assert.deepEqual([code, stderr], [2, 'Give --url, or run it in a terminal, which asks for it.\n'])
})

const warningOf = (url: string) =>
  `Warning: ${url} is on another machine and without TLS, so others on the way can read passwords, client secrets and tokens. Use https.\n`

test('login warns before it sends a password or a client secret over plain http to another machine', async () => {
  const url = 'http://192.0.2.1:3000'
  const warning = warningOf(url)
  const team = ['login', '--url', url, '--ecosystem', 'acme', '--email', partner.email]
  assert.equal(
    (await laurel.run(team)).stderr,
    `${warning}No password was given; type it, or send it on standard input.\n`,
  )
  const client = ['login', '--url', url, '--client-id', 'id', '--client-secret', '-']
  assert.equal(
    (await laurel.run(client)).stderr,
    `${warning}No client secret was given; set LAUREL_CLIENT_SECRET.\n`,
  )
  const encrypted = team.with(2, 'https://192.0.2.1:3000')
  assert.equal(
    (await laurel.run(encrypted)).stderr,
    'No password was given; type it, or send it on standard input.\n',
  )
})

test('every command warns once of plain http to another machine, with any profile', async () => {
  // Reaches no other machine, so the connection is refused at once.
  const url = `http://0.0.0.0:${await freePort()}`
  const environment = { LAUREL_URL: url, LAUREL_CLIENT_ID: 'a', LAUREL_CLIENT_SECRET: 'b' }
  const profile = { ...profileOf('default'), url }
  writeFileSync(laurel.configFile('plain'), JSON.stringify(profile), { mode: 0o600 })
  for (const env of [environment, { LAUREL_PROFILE: 'plain' }]) {
    const { code, stderr } = await laurel.run(['rules', 'pull'], { env })
    const [warning, problem = ''] = stderr.split(/(?<=\n)/)
    assert.deepEqual([code, warning], [2, warningOf(url)])
    assert(problem.startsWith(`${url} is not reachable`), stderr)
    assert.equal(stderr.split('Warning').length, 2, stderr)
  }
})

test('a second factor asks for its code', async () => {
  const { email, token } = await newOwner(service)
  const { recoveryCodes } = await activateSecondFactor(service, token)
  const args = ['--profile', 'two']
  const without = await laurel.signIn(service, email, args)
  assert.equal(
    without.stderr,
    'This account has a second factor; give the code of your app, or a recovery code, with --code.\n',
  )
  const { code, stderr } = await laurel.signIn(service, email, [...args, '--code', recoveryCodes[0] ?? ''])
  assert.equal(code, 0, stderr)
})

test('commands that run at once renew an expired token together', async () => {
  const expired = { ...profileOf('default'), expiresAt: 0 }
  writeFileSync(laurel.configFile('default'), JSON.stringify(expired))
  const runs = await Promise.all([1, 2, 3].map(() => laurel.start(['whoami']).ended()))
  for (const { code, stderr } of runs) assert.deepEqual([code, stderr], [0, ''])
  const renewed = profileOf('default')
  assert.notEqual(renewed.refreshToken, expired.refreshToken)
  assert.equal(statSync(laurel.configFile('default')).mode & 0o777, 0o600)
  assert.equal((await service.get('/api/v1/laas/events', renewed.accessToken)).status, 200)
})

test('a client secret signs in too, from the environment also without a profile', async () => {
  const owner = await newOwner(service)
  const { clientId } = await dataOf(service.get(ME, owner.token))
  const { secret } = await dataOf(service.post(`${ME}/secrets`, { name: 'cli' }, owner.token))
  const login = ['login', '--url', service.url, '--client-id', clientId, '--profile', 'machine']
  const wrong = await laurel.run(login, { input: 'wrong\n' })
  assert.match(wrong.stderr, /does not accept the sign-in: /)
  assert.equal(existsSync(laurel.configFile('machine')), false)

  const withInput = await laurel.run([...login, '--client-secret', '-'], {
    input: `${secret}\n`,
    env: { LAUREL_CLIENT_SECRET: 'of another one' },
  })
  assert.deepEqual([withInput.code, withInput.stderr], [0, ''])
  const visible = await laurel.run([...login, '--client-secret', secret])
  assert.equal(visible.code, 0)
  assert.match(visible.stderr, /^Warning: other users of this machine can see the secret/)
  assert.equal((await laurel.run(login, { input: `${secret}\n` })).code, 0)
  assert.equal(statSync(laurel.configFile('machine')).mode & 0o777, 0o600)
  const inProfile = await laurel.run(['whoami', '--profile', 'machine', '--json'])
  const env = { LAUREL_URL: service.url, LAUREL_CLIENT_ID: clientId, LAUREL_CLIENT_SECRET: secret }
  const inEnvironment = await laurel.run(['whoami', '--json'], { env })
  for (const { stdout } of [inProfile, inEnvironment]) {
    const { kind, partnerId, clientId: id } = JSON.parse(stdout)
    assert.deepEqual([kind, partnerId, id], ['client', owner.partnerId, clientId])
  }
  const events = await laurel.run(['events', '--profile', 'machine', '--json'])
  assert.deepEqual([events.code, events.stdout], [0, ''], events.stderr)
})

test('a client secret does not follow a redirect', async () => {
  const paths: string[] = []
  const elsewhere = createServer(({ url = '' }, response) => {
    paths.push(url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const url = await listen(elsewhere)
  const env = { LAUREL_URL: url, LAUREL_CLIENT_ID: 'a', LAUREL_CLIENT_SECRET: 'b' }
  const { code, stderr } = await laurel.run(['whoami'], { env })
  assert.deepEqual([code, stderr], [2, `${url} redirects to /elsewhere; give --url as it is there.\n`])
  assert.deepEqual(paths, ['/oauth/token'])
})

test('a service that does not respond is named', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const env = { LAUREL_URL: url, LAUREL_CLIENT_ID: 'a', LAUREL_CLIENT_SECRET: 'b' }
  const { code, stderr } = await laurel.run(['whoami'], { env })
  assert.match(
    stderr,
    new RegExp(
      `^${url} is not reachable \\(connect ECONNREFUSED .+\\)\\. Start the service, or sign in to another address with \`npm run laurel -- login --url\`\\.\n$`,
    ),
  )
  assert.equal(code, 2)
})

test('logout ends the session and removes the profile, and leaves others', async () => {
  const { refreshToken } = profileOf('default')
  const { code, stdout } = await laurel.run(['logout'])
  assert.deepEqual([code, stdout], [0, 'Signed out; the profile "default" is removed.\n'])
  assert.equal(existsSync(laurel.configFile('default')), false)
  assert.equal(existsSync(laurel.configFile('machine')), true)
  assert.equal((await service.post(`${PARTNERS}/refresh`, { refreshToken })).status, 401)
})
