import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { ROLES, type Role } from '../../../src/runtime/caller.ts'
import { assertFailure } from '../../support/api-response.ts'
import { operationsOf } from '../../support/open-api.ts'
import { newOwner, type SignedInMember, signIn } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

/** Who of a team may do what, written down a second time so that a change of a route shows. */
const ALLOWED: [roles: Role[], operations: string[]][] = [
  [
    [...ROLES],
    [
      'readOwnPartner',
      'readSession',
      'signOutBrowser',
      'logoutPartner',
      'listSessions',
      'endSession',
      'endAllSessions',
      'changePassword',
      'changeEmail',
      'beginSecondFactor',
      'confirmSecondFactor',
      'replaceRecoveryCodes',
      'removeSecondFactor',
      'verifyPartnerEmail',
      'resendPartnerCode',
      'listTeam',
      'readUserDetailsResult',
      'listTransactions',
      'readTransaction',
      'readAward',
      'readEvent',
      'readOverview',
      'readStatement',
      'readLiability',
      'readExpiryForecast',
      'listMonths',
      'readRuleResults',
      'listRulePeople',
      'tryRule',
      'listBacktests',
      'readBacktest',
      'listMemberProgress',
      'exportTransactions',
      'listEvents',
      'streamEvents',
      'listRules',
      'readRule',
      'listRuleVersions',
      'listDecisions',
      'listActivities',
      'listHolds',
      'readHold',
      'readActivity',
      'listActivityTypes',
      'readOrder',
      'search',
      'listAlarms',
      'listMembers',
      'listRequests',
      'readMember',
      'readMemberAttributes',
      'listImports',
      'readImport',
      'listImportRefusals',
      'exportImportRefusals',
      'pointsLeaderboard',
      'coinLeaderboard',
    ],
  ],
  [
    ['owner', 'manager', 'support'],
    [
      'listSecrets',
      'createUser',
      'onboardUser',
      'createMember',
      'createMembers',
      'setExternalId',
      'changeMemberAttributes',
      'changeAttributesOfMembers',
      'exportMember',
      'createImport',
      'cancelImport',
      'endMembership',
      'recordActivity',
      'recordActivities',
      'awardRule',
      'awardRules',
      'reverseAward',
      'transferCoins',
      'refundCoins',
      'returnOrder',
      'holdCoins',
      'extendHold',
      'captureHold',
      'releaseHold',
    ],
  ],
  [
    ['owner', 'manager'],
    [
      'createRule',
      'tryCondition',
      'createBacktest',
      'cancelBacktest',
      'changeRule',
      'archiveRule',
      'restoreRule',
      'restoreRuleVersion',
      'adjustCoins',
      'closeMonth',
      'eraseMember',
      'tryUserDetails',
      'listAuditEvents',
      'listWebhooks',
      'createWebhook',
      'readWebhook',
      'changeWebhook',
      'deleteWebhook',
      'rotateWebhookSecret',
      'replayWebhook',
      'retryWebhook',
      'listWebhookAttempts',
      'redeliverWebhookAttempt',
      'testWebhook',
      'diagnoseWebhook',
    ],
  ],
  [
    ['owner'],
    [
      'changeOwnPartner',
      'setLogo',
      'removeLogo',
      'createSecret',
      'revokeSecret',
      'inviteTeamMember',
      'withdrawInvitation',
      'changeRole',
      'setAlarmMails',
      'removeTeamMember',
      'removeMembersSecondFactor',
    ],
  ],
]

const OPEN = [
  'onboardPartner',
  'loginPartner',
  'refreshPartner',
  'signInBrowser',
  'forgotPassword',
  'resetPassword',
  'confirmEmail',
  'readInvitation',
  'acceptInvitation',
  'verifyEmail',
  'resendOtp',
]

/** For users alone, who have no role. */
const OF_USERS = ['readMyWallet', 'listMyTransactions', 'listMyProgress', 'streamMyEvents']

/** After these the session is over, so each try has one of its own. */
const ENDS_SESSIONS = ['logoutPartner', 'signOutBrowser', 'endAllSessions']

/** A stream does not end and a file is not JSON, so these get a query that they refuse to every caller. */
const QUERIES: Record<string, string> = { streamEvents: '?after=nothing', exportTransactions: '?type=none' }

type Operation = {
  operationId: string
  description?: string
  requestBody?: unknown
  security: object[]
  'x-roles'?: Role[]
}
const operations = await operationsOf<Operation>()
const rolesOf = (operationId: string) =>
  ALLOWED.find(([, allowed]) => allowed.includes(operationId))?.[0] as Role[]

const either = (roles: Role[]) =>
  roles.length === 1 ? roles[0] : `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`

const service = useSharedService()
const team = new Map<Role, SignedInMember>()
before(async () => {
  const owner = await newOwner(service)
  for (const role of ROLES) team.set(role, await addMember(service, owner, role))
})

const byName = (left: string, right: string) => left.localeCompare(right)

test('every operation that takes a token is in the table of roles, and no other', () => {
  const withToken = operations.filter(({ security }) => security.length > 0)
  assert.deepEqual(
    withToken.map(({ operationId }) => operationId).toSorted(byName),
    [...OF_USERS, ...ALLOWED.flatMap(([, allowed]) => allowed)].toSorted(byName),
  )
  const open = operations.filter(({ security }) => security.length === 0)
  assert.deepEqual(new Set(open.map(({ operationId }) => operationId)), new Set(OPEN))
})

test('the API reference says which roles an operation is for', () => {
  for (const operation of operations) {
    const hasRoles = operation.security.length > 0 && !OF_USERS.includes(operation.operationId)
    if (!hasRoles) assert.equal(operation['x-roles'], undefined)
    else assert.deepEqual(operation['x-roles'], rolesOf(operation.operationId), operation.operationId)
  }
  const { description } = operations.find(({ operationId }) => operationId === 'createRule') as Operation
  assert.match(description ?? '', / Of a partner's team, this is for the role owner or manager\./)
})

for (const { operationId, method, path, security, requestBody } of operations) {
  if (security.length === 0 || OF_USERS.includes(operationId)) continue
  test(`${operationId} is for ${rolesOf(operationId).join(', ')}`, async () => {
    const url = `${path.replace('{eco}', 'acme').replace(/\{\w+\}/g, () => randomUUID())}${QUERIES[operationId] ?? ''}`
    for (const role of ROLES) {
      const member = team.get(role) as SignedInMember
      const { token } = ENDS_SESSIONS.includes(operationId) ? await signIn(service, member.email) : member
      const answer = await service.request(method, url, { token, ...(requestBody ? { body: {} } : {}) })
      if (rolesOf(operationId).includes(role)) {
        assert.ok(![401, 403].includes(answer.status), `${role} got ${JSON.stringify(answer.body)}`)
      } else {
        assertFailure(
          answer,
          'forbidden',
          `The role ${role} may not do that; it takes the role ${either(rolesOf(operationId))}.`,
        )
      }
      if (operationId === 'endAllSessions') await renew(role)
    }
  })
}

async function renew(role: Role): Promise<void> {
  const { email } = team.get(role) as SignedInMember
  team.set(role, await signIn(service, email))
}
