import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mailAlarms } from '../../src/feed/alarms/mail-alarms.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { dataOf } from '../support/api.ts'
import { header, startMailServer } from '../support/mail-server.ts'
import { mailsTo } from '../support/mailbox.ts'
import { ME, onboardTestPartner } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { addMember } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const mailServer = await startMailServer()
after(() => mailServer.close())
const service = await startTestService({ smtpUrl: `smtp://127.0.0.1:${mailServer.port}` })
/** Keeps its mails, so that invitations can be read and accepted. */
const local = await startTestService()

function checkerOf({ connectionString, secretKey }: typeof service): () => Promise<boolean> {
  const database = openDatabase({ connectionString })
  after(() => database.close())
  const encryption = createEncryption(secretKey)
  return () =>
    mailAlarms({ database, encryption, origin: 'https://rewards.example.com', now: () => new Date() })
}

const want = (token: string, enabled: boolean, api = service) =>
  api.request('PUT', `${ME}/alarm-mails`, { token, body: { enabled } })
const sentTo = (email: string) =>
  mailServer.received.filter(
    ({ recipients, source }) =>
      recipients.includes(email) && /attention/.test(header(source, 'Subject') ?? ''),
  )

test('an owner who wants it gets one mail when an alarm begins, over SMTP, and one when it begins again', async () => {
  const check = checkerOf(service)
  const who = await onboardTestPartner(service)
  const silent = await onboardTestPartner(service)
  const full = { maxNumberOfParticipant: '1' }
  const rules = [await who.addRule({ ...full, name: 'first come' }), await silent.addRule(full)] as const
  const award = async (partner: typeof who, name: string) => partner.award(await partner.addUser(), name)
  await award(who, rules[0].name)
  await award(silent, rules[1].name)
  await check()
  assert.equal((await dataOf(want(who.token, true))).alarmMails, true)
  assert.ok(await check())
  await waitUntil(() => sentTo(who.email).length === 1, 'the mail arrives')
  const [mail] = sentTo(who.email)
  assert.equal(header(mail?.source ?? '', 'Subject'), 'Something needs your attention')
  assert.match(mail?.source ?? '', /All places of the rule "first come" are taken\./)
  assert.match(mail?.source ?? '', /https:\/\/rewards\.example\.com/)

  assert.equal(await check(), false, 'an alarm that lasts is not mailed again')
  const change = (body: object) =>
    service.request('PATCH', `/api/v1/laas/rules/${rules[0].id}`, { token: who.token, body })
  await change({ maxNumberOfParticipant: '2' })
  assert.equal(await check(), false)
  await award(who, rules[0].name)
  const both = await Promise.all([check(), check(), check()])
  assert.equal(both.filter(Boolean).length, 1, 'processes that check at the same time post one mail')
  await waitUntil(() => sentTo(who.email).length === 2, 'the second mail arrives')
  assert.deepEqual(sentTo(silent.email), [], 'mails are off at first')

  assert.equal((await dataOf(want(who.token, false))).alarmMails, false)
  await change({ maxNumberOfParticipant: '3' })
  await check()
  await award(who, rules[0].name)
  assert.equal(await check(), false)
})

test('several alarms are one mail, and only owners set and get it', async () => {
  const check = checkerOf(local)
  const who = await onboardTestPartner(local)
  const manager = await addMember(local, who, 'manager')
  assert.equal((await want(manager.token, true, local)).status, 403)
  const second = await addMember(local, who, 'owner')
  await dataOf(want(second.token, true, local))
  for (const name of ['one', 'two']) {
    const rule = await who.addRule({ name, maxNumberOfParticipant: '1' })
    await who.award(await who.addUser(), rule.name)
  }
  assert.ok(await check())
  const subjects = async (email: string) =>
    (await mailsTo(local, email)).map(({ subject }) => subject).filter((subject) => /attention/.test(subject))
  assert.deepEqual(await subjects(second.email), ['2 things need your attention'])
  assert.deepEqual(await subjects(who.email), [])
  const { members } = await dataOf(local.get(`${ME}/team`, who.token))
  assert.deepEqual(
    members.map(({ email, alarmMails }: { email: string; alarmMails: boolean }) => [email, alarmMails]),
    [
      [who.email, false],
      [manager.email, false],
      [second.email, true],
    ],
  )
  for (const body of [{}, { enabled: 'yes' }, { enabled: null }, { enabled: true, more: 1 }])
    assert.equal(
      (await local.request('PUT', `${ME}/alarm-mails`, { token: who.token, body })).status,
      400,
      JSON.stringify(body),
    )
})
