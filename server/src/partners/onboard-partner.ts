import { randomBytes } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { violatedConstraint } from '../database/database-error.ts'
import { newId } from '../database/ids.ts'
import { taken } from '../http/failure.ts'
import { openLedger } from '../ledger/ledger.ts'
import type { Partner } from './partner.ts'
import { ensureEcosystem, insertPartner, insertTeamMember } from './partner-store.ts'

export type NewPartner = Omit<
  Partner,
  'partnerId' | 'applicationId' | 'clientId' | 'publicClientId' | 'boardsPublic'
> & {
  passwordHash: string
}

export const EMAIL_KEYS = ['partners_email_key', 'team_members_email_key']

/** Creates a partner with its application, its owner's account and its ledger. */
export async function onboardPartner(
  tx: Tx,
  { passwordHash, ...given }: NewPartner,
  now: Date,
): Promise<Partner> {
  const partner: Partner = {
    ...given,
    partnerId: newId(),
    applicationId: newId(),
    clientId: randomBytes(32).toString('hex'),
    publicClientId: randomBytes(32).toString('hex'),
    boardsPublic: false,
  }
  try {
    await ensureEcosystem(tx, partner.ecosystem, now)
    await insertPartner(tx, partner, now)
    const { partnerId, email } = partner
    await insertTeamMember(tx, { id: newId(), partnerId, email, role: 'owner', passwordHash }, now)
    await openLedger(tx, partner.partnerId, now)
  } catch (error) {
    if (EMAIL_KEYS.includes(violatedConstraint(error) ?? '')) {
      throw taken(`The email ${partner.email} is already taken; sign in, or use another one.`, 'email')
    }
    throw error
  }
  return partner
}
