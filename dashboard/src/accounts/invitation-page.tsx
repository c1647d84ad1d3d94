import type { ReadInvitationResult } from '@laurel/sdk'
import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { visitor } from '../api/laurel.ts'
import { NewPasswordFields } from '../components/account-fields.tsx'
import { FormError } from '../components/error-alert.tsx'
import { Loaded, LoadingRows } from '../components/loaded.tsx'
import { ROLE_TEXT } from '../session/roles.ts'
import { signIn } from '../session/sign-in.ts'
import { CardPage } from './card-page.tsx'
import {
  completeLink,
  InvalidLinkPage,
  isAboutToken,
  type MailedLink,
  useMailedLinkForm,
} from './mailed-link.tsx'

export function InvitationPage() {
  const link = completeLink(useSearch({ from: '/invitation' }))
  return link ? <Invitation {...link} /> : <AskWhoInvited isExpired={false} />
}

function Invitation(link: MailedLink) {
  const query = useQuery(invitationQuery(link))
  if (isAboutToken(query.error)) return <AskWhoInvited isExpired eco={link.eco} />
  if (query.data) return <JoinForm {...link} invitation={query.data} />
  return (
    <CardPage title="Join the team">
      <Loaded query={query} loading={<LoadingRows rows={3} />}>
        {() => null}
      </Loaded>
    </CardPage>
  )
}

const invitationQuery = ({ token, eco }: MailedLink) =>
  queryOptions({
    queryKey: ['invitation', eco, token],
    queryFn: () => visitor(eco).team.readInvitation({ token }),
    // A used invitation must not replace the form while it is sent.
    staleTime: Number.POSITIVE_INFINITY,
  })

function JoinForm({ token, eco, invitation }: MailedLink & { invitation: ReadInvitationResult }) {
  const navigate = useNavigate()
  const { form, submit, isSending, formError, isExpired } = useMailedLinkForm({
    initialValues: { password: '', confirmPassword: '' },
    send: async (passwords) => {
      const { email, role } = await visitor(eco).team.acceptInvitation({ token, ...passwords })
      const session = await signIn({ ecosystem: eco, email, password: passwords.password })
      const team = session.partner.partnerName
      notifications.show({ title: `Welcome to the team of ${team}`, message: `Your role is ${role}.` })
      await navigate({ to: '/' })
    },
  })
  if (isExpired) return <AskWhoInvited isExpired eco={eco} />
  return (
    <CardPage
      title={`Join the team of ${invitation.partnerName}`}
      description={
        <>
          Your role will be {invitation.role}. {ROLE_TEXT[invitation.role].description}. Choose a password.
          You sign in with it and <strong>{invitation.email}</strong>.
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError>{formError}</FormError>
          <NewPasswordFields form={form} />
          <Button type="submit" loading={isSending} fullWidth>
            Join
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

function AskWhoInvited({ isExpired, eco }: { isExpired: boolean; eco?: string }) {
  return (
    <InvalidLinkPage
      isExpired={isExpired}
      next="Invitations work once, for 7 days. If you have already joined, sign in; otherwise ask an owner of the team to invite you again."
      action={
        <Button
          renderRoot={(props) => <Link to="/sign-in" search={{ eco }} {...props} />}
          variant="default"
          fullWidth
        >
          Go to the sign-in page
        </Button>
      }
    />
  )
}
