import type { AuditEvent, TeamMember } from '@laurel/sdk'
import { Stack, Text } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { laurel } from '../api/laurel.ts'
import { Forbidden } from '../components/empty-state.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { Section } from '../components/section.tsx'
import { SettingRow, SettingRows } from '../components/setting-row.tsx'
import { Time } from '../components/time.tsx'
import { userAgentText } from '../format/user-agent.ts'
import { textOf } from '../layout/search-params.ts'
import { SettingsFrame } from '../layout/settings-frame.tsx'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { teamQuery } from '../team/queries.ts'

const AUDIT_EVENTS_PER_PAGE = 25

const auditEventsQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit events', page],
    queryFn: async () => laurel.team.auditEvents({ page, limit: AUDIT_EVENTS_PER_PAGE }),
    placeholderData: keepPreviousData,
  })

export function AuditLogPage() {
  const mayListAuditEvents = useMay('listAuditEvents')
  return (
    <SettingsFrame part="Audit log">
      {mayListAuditEvents ? <AuditLog /> : <Forbidden title="The audit log is for owners and managers" />}
    </SettingsFrame>
  )
}

function AuditLog() {
  const { partner } = useSession()
  const { page = 1 } = useSearch({ from: '/signed-in/settings/audit-log' })
  const navigate = useNavigate({ from: '/settings/audit-log' })
  const events = useQuery(auditEventsQuery(page))
  const team = useQuery(teamQuery)
  return (
    <Section
      title="Audit log"
      isFirst
      description="Account events of your team, newest first. The log cannot be changed."
    >
      <Loaded query={team}>
        {({ members }) => (
          <Loaded query={events}>
            {({ data, count, lastpage }) => {
              if (data.length === 0)
                return <Navigate to="/settings/audit-log" search={{ page: lastpage }} replace />
              return (
                <Stack>
                  <SettingRows label="Audit events">
                    {data.map((event) => (
                      <AuditEventRow key={event.id} event={event} nameOf={namesOf(partner, members, data)} />
                    ))}
                  </SettingRows>
                  <Pager
                    page={page}
                    lastpage={lastpage}
                    perPage={AUDIT_EVENTS_PER_PAGE}
                    count={count}
                    onChange={(next) => void navigate({ search: { page: next } })}
                  />
                </Stack>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

function AuditEventRow({ event, nameOf }: { event: AuditEvent; nameOf: (id: string) => string }) {
  return (
    <SettingRow
      name={auditEventText(event, nameOf)}
      description={nameOf(event.actor)}
      isActionWide
      action={
        <Text size="sm" component="div" className="aside">
          <Time at={event.createdAt} />
          <Text inherit c="dimmed" title={event.agent ?? undefined}>
            {userAgentText(event.agent)}, {event.address}
          </Text>
        </Text>
      }
    />
  )
}

type Describe = (
  detail: (name: string) => string,
  event: AuditEvent,
  nameOf: (id: string) => string,
) => string

const isOwn = ({ subject, actor }: AuditEvent) => subject === actor

const SETTINGS: Record<string, string> = {
  redirectUrl: 'the default redirect address',
  webRedirectUrl: 'the redirect address on the web',
  mobileRedirectUrl: 'the redirect address in a mobile app',
  userDetailsUrl: 'the user details address',
  boardsPublic: 'who may read the boards',
  timeZone: 'the time zone',
  coinName: 'the name of a coin',
  coinValue: 'the value of a coin',
  coinValues: 'the value of a coin',
  memberCoinLimit: 'the limit for one member',
  memberLimitPeriod: 'the period of the limit for one member',
  coinExpiry: 'when coins expire',
  expiryNoticeDays: 'the notice before coins expire',
  brand: 'the brand',
}

/** "the time zone, the brand". Settings that are unknown here are not named. */
function settingsText(fields: unknown): string {
  const names = Array.isArray(fields) ? fields.map((field) => SETTINGS[String(field)]) : []
  return [...new Set(names.map((name) => name ?? 'other settings'))].join(', ') || 'the settings'
}

/** Describes every type of audit event. A type that is unknown here is shown by its name. */
const TEXTS: Record<string, Describe> = {
  partner_onboarded: () => 'Registered the business',
  partner_changed: (_, { detail }) => `Changed ${settingsText(detail.fields)}`,
  partner_taken_over: () => 'Took over the unverified registration with a password link',
  email_verified: () => 'Verified the e-mail address',
  signed_in: () => 'Signed in',
  sign_in_failed: (detail) =>
    detail('wrong') === 'code' ? 'Failed to sign in: wrong code' : 'Failed to sign in: wrong password',
  signed_out: () => 'Signed out',
  refresh_token_reused: () => 'A session ended because its refresh token was used twice',
  session_ended: () => 'Ended a session',
  sessions_ended: () => 'Signed out everywhere',
  password_reset_asked: () => 'Requested a password link',
  password_reset: () => 'Reset the password',
  password_changed: () => 'Changed the password',
  email_change_asked: (detail) => `Requested to change the e-mail to ${detail('email')}`,
  email_confirmed: (detail) =>
    `Confirmed the ${detail('address')} address for the change to ${detail('email')}`,
  email_changed: (detail) => `Changed the e-mail to ${detail('email')}`,
  second_factor_begun: () => 'Started to set up a second factor',
  second_factor_activated: () => 'Turned the second factor on',
  second_factor_removed: (_, event, nameOf) =>
    isOwn(event) ? 'Removed the second factor' : `Removed the second factor of ${nameOf(event.subject)}`,
  recovery_codes_replaced: () => 'Replaced the recovery codes',
  recovery_code_used: () => 'Used a recovery code',
  member_invited: (detail) => `Invited ${detail('email')} as ${detail('role')}`,
  invitation_withdrawn: (detail) => `Withdrew the invitation of ${detail('email')}`,
  member_joined: (detail) => `Joined the team as ${detail('role')}`,
  role_changed: (detail, event, nameOf) =>
    `Changed ${isOwn(event) ? 'their own role' : `the role of ${nameOf(event.subject)}`} from ${detail('from')} to ${detail('to')}`,
  member_removed: (detail, event) =>
    isOwn(event) ? 'Left the team' : `Removed ${detail('email')} from the team`,
  secret_created: (detail) => `Created the secret “${detail('name')}”`,
  secret_revoked: (detail) => `Revoked the secret “${detail('name')}”`,
  webhook_created: (detail) => `Added a webhook to ${detail('url')}`,
  webhook_changed: () => 'Changed a webhook',
  webhook_deleted: (detail) => `Deleted the webhook to ${detail('url')}`,
  webhook_secret_rotated: () => 'Rotated the secret of a webhook',
  webhook_replayed: (detail) => `Replayed a webhook after event ${detail('after')}`,
  webhook_retried: () => 'Retried a webhook',
}

function auditEventText(event: AuditEvent, nameOf: (id: string) => string): string {
  const describe = TEXTS[event.action]
  if (describe) return describe((name) => textOf(event.detail[name]) ?? '', event, nameOf)
  return event.action.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}

const WITH_EMAIL = ['member_joined', 'member_removed']

/** Audit events carry ids. Former members are named from the events on this page that hold their e-mail. */
function namesOf(
  partner: { partnerId: string; partnerName: string },
  members: TeamMember[],
  events: AuditEvent[],
): (id: string) => string {
  const names = new Map([[partner.partnerId, partner.partnerName]])
  for (const { action, subject, detail } of events) {
    const email = WITH_EMAIL.includes(action) && textOf(detail.email)
    if (email) names.set(subject, email)
  }
  for (const { id, email } of members) names.set(id, email)
  return (id) => names.get(id) ?? 'A former member'
}
