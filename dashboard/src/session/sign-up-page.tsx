import { Anchor, Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api, dataOf, once } from '../api/client.ts'
import { ecosystemProblem, REQUIRED } from '../components/account-fields.tsx'
import { Problem } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { CardPage } from './card-page.tsx'
import { signIn } from './sign-in.ts'
import { AccountFields, ApplicationFields, BusinessFields } from './sign-up-fields.tsx'
import { NEW_PARTNER, type NewPartner, OPTIONAL } from './sign-up-values.ts'

/** Onboarding: whoever comes out of it is signed in. */
export function SignUpPage() {
  const { eco = '' } = useSearch({ from: '/sign-up' })
  const navigate = useNavigate()

  async function register({ ecosystem, ...body }: NewPartner): Promise<void> {
    await dataOf(
      api.POST('/api/v1/{eco}/partners', { params: { path: { eco: ecosystem } }, body, ...once() }),
    )
    const { email, password } = body
    try {
      await signIn({ ecosystem, email, password })
    } catch {
      notifications.show({ message: 'Your business is registered; sign in to go on.' })
      await navigate({ to: '/sign-in', search: { eco: ecosystem } })
      return
    }
    notifications.show({ title: 'Welcome to Laurel', message: `${body.partnerName} is registered.` })
    await navigate({ to: '/' })
  }

  const { form, submit, isSending, problem } = useServerForm<NewPartner>({
    initialValues: { ...NEW_PARTNER, ecosystem: eco },
    validate: formProblems,
    sentences: {
      'The email': 'email',
      'The ecosystem': 'ecosystem',
      'redirectUrl, webRedirectUrl and mobileRedirectUrl': 'redirectUrl',
    },
    send: register,
  })
  return (
    <CardPage
      title="Register your business"
      about="A few minutes, and you can create your first rule. Everything is needed unless it says optional."
      width={640}
      ways={
        <Anchor component={Link} to="/sign-in">
          Registered already? Sign in
        </Anchor>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="xl">
          <Problem>{problem}</Problem>
          <BusinessFields form={form} />
          <AccountFields form={form} />
          <ApplicationFields form={form} />
          <Button type="submit" loading={isSending} fullWidth size="md">
            Register
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

/** The service names everything that is wrong at once, but only below an ecosystem whose name can be one. */
function formProblems(values: NewPartner): Record<string, string> {
  const problem = ecosystemProblem(values.ecosystem)
  if (!problem) return {}
  const blank = Object.entries(values).filter(([name, value]) => value === '' && !OPTIONAL.has(name))
  return { ...Object.fromEntries(blank.map(([name]) => [name, REQUIRED])), ecosystem: problem }
}
