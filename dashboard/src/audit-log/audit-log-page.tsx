import { Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../components/card.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Loaded } from '../components/loaded.tsx'
import { Pager } from '../components/pager.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { userAgentText } from '../format/user-agent.ts'
import { textOf } from '../layout/search-params.ts'
import { useMay } from '../session/roles.ts'
import { useSession } from '../session/session.ts'
import { SettingRow, SettingRows } from '../settings/setting-row.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { type AuditEvent, auditEventsQuery, type Member, teamQuery } from '../team/queries.ts'

export function AuditLogPage() {
  const mayListAuditEvents = useMay('listActs')
  return (
    <SettingsPage part="AuditLog">
      {mayListAuditEvents ? (
        <AuditLog />
      ) : (
        <EmptyState icon={IconLock} title="Owners and managers see this">
          What was done to the accounts of the team is for them alone.
        </EmptyState>
      )}
    </SettingsPage>
  )
}

function AuditLog() {
  const { ecosystem: eco, partner } = useSession()
  const { page = 1 } = useSearch({ from: '/signed-in/settings/activity' })
  const navigate = useNavigate({ from: '/settings/activity' })
  const acts = useQuery(auditEventsQuery(eco, page))
  const team = useQuery(teamQuery(eco))
  return (
    <Card
      title="AuditLog"
      about="What was done to the accounts of your team, the newest first. Nothing of it can be changed."
    >
      <Loaded query={team}>
        {({ members }) => (
          <Loaded query={acts}>
            {({ data, count, lastpage }) => {
              if (data.length === 0)
                return <Navigate to="/settings/activity" search={{ page: lastpage }} replace />
              return (
                <Stack>
                  <SettingRows label="What was done">
                    {data.map((act) => (
                      <AuditEventRow key={act.id} act={act} nameOf={namesOf(partner, members, data)} />
                    ))}
                  </SettingRows>
                  <Pager
                    page={page}
                    lastpage={lastpage}
                    count={count}
                    onChange={(next) => void navigate({ search: { page: next } })}
                  />
                </Stack>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

function AuditEventRow({ act, nameOf }: { act: AuditEvent; nameOf: (id: string) => string }) {
  return (
    <SettingRow
      name={auditEventText(act, nameOf)}
      about={nameOf(act.actor)}
      isActionWide
      action={
        <Text size="sm" component="div" className="aside">
          <Timestamp at={act.createdAt} />
          <Text inherit c="dimmed" title={act.agent ?? undefined}>
            {userAgentText(act.agent)}, {act.address}
          </Text>
        </Text>
      }
    />
  )
}

type Describe = (detail: (name: string) => string, act: AuditEvent, nameOf: (id: string) => string) => string

const onOwn = ({ subject, actor }: AuditEvent) => subject === actor

/** Describes every type of audit event. A type that is unknown here is shown by its name. */
const TEXTS: Record<string, Describe> = {
  partner_onboarded: () => 'Registered the business',
  partner_changed: (_, { detail }) =>
    `Changed ${Array.isArray(detail.fields) ? detail.fields.join(', ') : 'the details of the business'}`,
  signed_in: () => 'Signed in',
  sign_in_failed: (detail) =>
    detail('wrong') === 'code'
      ? 'Someone tried to sign in with a wrong code'
      : 'Someone tried to sign in with a wrong password',
  signed_out: () => 'Signed out',
  refresh_token_reused: () => 'A session was ended because its token was used twice',
  session_ended: () => 'Ended a session',
  sessions_ended: () => 'Signed out everywhere',
  password_reset_asked: () => 'Asked for a link for a new password',
  password_reset: () => 'Set a new password by a mailed link',
  password_changed: () => 'Changed the password',
  email_change_asked: (detail) => `Asked to change the e-mail to ${detail('email')}`,
  email_confirmed: (detail) =>
    `Confirmed the ${detail('address')} address for the change to ${detail('email')}`,
  email_changed: (detail) => `Changed the e-mail to ${detail('email')}`,
  second_factor_begun: () => 'Began to set up a second factor',
  second_factor_activated: () => 'Turned the second factor on',
  second_factor_removed: (_, act, nameOf) =>
    onOwn(act) ? 'Removed the second factor' : `Removed the second factor of ${nameOf(act.subject)}`,
  recovery_codes_replaced: () => 'Got new recovery codes',
  recovery_code_used: () => 'Used a recovery code',
  member_invited: (detail) => `Invited ${detail('email')} as ${detail('role')}`,
  invitation_withdrawn: (detail) => `Withdrew the invitation of ${detail('email')}`,
  member_joined: (detail) => `Joined the team as ${detail('role')}`,
  role_changed: (detail, act, nameOf) =>
    `Changed ${onOwn(act) ? 'the own role' : `the role of ${nameOf(act.subject)}`} from ${detail('from')} to ${detail('to')}`,
  member_removed: (detail, act) =>
    onOwn(act) ? 'Left the team' : `Removed ${detail('email')} from the team`,
  secret_created: (detail) => `Created the secret “${detail('name')}”`,
  secret_revoked: (detail) => `Revoked the secret “${detail('name')}”`,
  webhook_created: (detail) => `Added a webhook to ${detail('url')}`,
  webhook_changed: () => 'Changed a webhook',
  webhook_deleted: (detail) => `Deleted the webhook to ${detail('url')}`,
  webhook_secret_rotated: () => 'Rotated the secret of a webhook',
  webhook_replayed: (detail) => `Had a webhook sent again all events after number ${detail('after')}`,
}

function auditEventText(act: AuditEvent, nameOf: (id: string) => string): string {
  const describe = TEXTS[act.act]
  if (describe) return describe((name) => textOf(act.detail[name]) ?? '', act, nameOf)
  return act.act.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}

const TELLS_THE_EMAIL = ['member_joined', 'member_removed']

/** Audit events carry ids. Former members are named from the events on this page that hold their e-mail. */
function namesOf(
  partner: { partnerId: string; partnerName: string },
  members: Member[],
  acts: AuditEvent[],
): (id: string) => string {
  const names = new Map([[partner.partnerId, partner.partnerName]])
  for (const { act, subject, detail } of acts) {
    const email = TELLS_THE_EMAIL.includes(act) && textOf(detail.email)
    if (email) names.set(subject, email)
  }
  for (const { id, email } of members) names.set(id, email)
  return (id) => names.get(id) ?? 'Someone who has left'
}
