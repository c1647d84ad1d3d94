import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Email, Line } from '../../http/input/fields.ts'
import { findProblems } from '../../http/input/validation.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { postMailOrRefuse } from '../../identity/accounts/limited-mail.ts'
import { insertPasswordLink } from '../../identity/accounts/password-link-store.ts'
import { hashPassword } from '../../identity/accounts/passwords.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { addPartner, ecosystemProblem } from '../../programme/partners/onboard-partner.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { newSecretToken } from '../../runtime/crypto/secret-token.ts'
import { invalidFields, taken, wrong } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { newPartnerMail, passwordPage } from './account-mails.ts'
import { findTeamMemberByEmail } from './team-store.ts'

type Input = { ecosystem: string; name: string; email: string; application?: string }

const LINK_LIFETIME_DAYS = 7
const DAY_MS = 86_400_000
const COMMAND_LINE = { address: 'command line', agent: null }

const PartnerInput = Type.Object({
  ecosystem: EcosystemPath.properties.eco,
  name: Line(100),
  email: Email(),
  application: Type.Optional(Line(100)),
})

/**
 * Registers a partner for an operator, also while registration is closed. The owner sets a password by a
 * link, which is mailed, or returned to be handed over. It verifies the address, as a password reset does.
 */
export async function createPartner(
  { config, database, encryption, now }: AccountServices,
  input: Partial<Input>,
  { isMailed }: { isMailed: boolean },
): Promise<{ partnerId: string; link: string; days: number }> {
  const { ecosystem, name, email, application } = checked(config, input)
  // Replaced when the owner sets a password.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'), COMMAND_LINE.address)
  const at = now()
  return database.transaction(async (tx) => {
    if (await findTeamMemberByEmail(tx, { email, ecosystem }))
      throw taken(
        `The email ${email} is already registered in the ecosystem ${ecosystem}; its owner sets a password with "Forgotten your password?".`,
        'email',
      )
    const registration = {
      ecosystem,
      partnerName: name,
      applicationName: application ?? name,
      email,
      // The owner enters the addresses on the dashboard.
      redirectUrl: '',
      webRedirectUrl: null,
      mobileRedirectUrl: null,
      userDetailsUrl: '',
      passwordHash,
    }
    const { partnerId, teamMemberId } = await addPartner(tx, config, registration, at)
    const { token, hash: tokenHash } = newSecretToken()
    const expiresAt = new Date(at.getTime() + LINK_LIFETIME_DAYS * DAY_MS)
    await insertPasswordLink(tx, { tokenHash, kind: 'team', accountId: teamMemberId, expiresAt }, at)
    await recordAuditEvent(tx, {
      subject: partnerId,
      partnerId,
      action: 'partner_onboarded',
      from: COMMAND_LINE,
      at,
    })
    const linked = { token, ecosystem }
    if (isMailed) {
      const mail = newPartnerMail(config.origin, { ...linked, partnerName: name, days: LINK_LIFETIME_DAYS })
      await postMailOrRefuse(
        tx,
        encryption,
        { to: email, reason: 'unrequested', by: 'operator', ...mail },
        at,
      )
    }
    return { partnerId, link: passwordPage(config.origin, linked), days: LINK_LIFETIME_DAYS }
  })
}

function checked(config: Config, input: Partial<Input>): Input {
  const problems = findProblems(PartnerInput)(input)
  if (problems.length > 0) throw invalidFields(problems)
  const found = input as Input
  const problem = ecosystemProblem(config, found.ecosystem)
  if (problem) throw invalidFields([wrong('ecosystem', problem)])
  return found
}
