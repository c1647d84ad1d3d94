import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/edge/request-caller.ts'

/** The address and program that a request came from. */
export type Source = { address: string; agent: string | null }

const AGENT_MAX = 300

export const sourceOf = (request: FastifyRequest): Source => ({
  address: request.ip,
  agent: request.headers['user-agent']?.slice(0, AGENT_MAX) || null,
})

/** The fields of an audit event about the partner itself. */
export function onPartnerBy(request: FastifyRequest) {
  const { kind, subject, sessionId, partnerId } = callerOf(request)
  return {
    subject: partnerId,
    actor: kind === 'client' ? sessionId : subject,
    partnerId,
    from: sourceOf(request),
  }
}

export const AUDIT_ACTIONS = [
  'partner_onboarded',
  'partner_changed',
  'partner_taken_over',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'refresh_token_reused',
  'session_ended',
  'sessions_ended',
  'password_reset_asked',
  'password_reset',
  'password_changed',
  'email_change_asked',
  'email_confirmed',
  'email_changed',
  'second_factor_begun',
  'second_factor_activated',
  'second_factor_removed',
  'recovery_codes_replaced',
  'recovery_code_used',
  'member_invited',
  'invitation_withdrawn',
  'member_joined',
  'role_changed',
  'member_removed',
  'secret_created',
  'secret_revoked',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_rotated',
  'webhook_replayed',
  'webhook_retried',
  'email_verified',
  'consent_given',
  'consent_refused',
  'partner_unlinked',
  'hidden_on_boards',
  'shown_on_boards',
  'account_deleted',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export type AuditEvent = {
  /** The account. For an unknown account the statement runs and writes nothing, so its time tells nothing. */
  subject: string | undefined
  /** The account that did it; by default the account itself. */
  actor?: string
  partnerId?: string | undefined
  action: AuditAction
  from: Source
  at: Date
  /** Never holds a secret. */
  detail?: Record<string, unknown>
}
