import type { NewPartner } from '@laurel/sdk'
import { Anchor, Button, Fieldset, Stack, TextInput, type TextInputProps, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { visitor } from '../api/laurel.ts'
import {
  EcosystemInput,
  EmailInput,
  ecosystemError,
  NewPasswordFields,
  REQUIRED,
} from '../components/account-fields.tsx'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { signIn } from '../session/sign-in.ts'
import { CardPage } from './card-page.tsx'
import { isRegistrationClosed } from './registration.ts'

export const SignUpPage = () => (isRegistrationClosed() ? <ClosedPage /> : <RegistrationPage />)

function ClosedPage() {
  return (
    <CardPage
      title="Registration is closed"
      description="Ask the operator of this service to register your business. You will get a mail with a link to set your password."
      links={
        <Anchor component={Link} to="/sign-in">
          Registered already? Sign in
        </Anchor>
      }
    />
  )
}

/** Registers a partner and signs its owner in. */
function RegistrationPage() {
  const { eco = '' } = useSearch({ from: '/sign-up' })
  const navigate = useNavigate()

  async function register({ ecosystem, ...body }: Registration): Promise<void> {
    await visitor(ecosystem).partners.onboard(body)
    const { email, password } = body
    try {
      await signIn({ ecosystem, email, password })
    } catch {
      notifications.show({ message: 'Your business is registered; sign in to continue.' })
      await navigate({ to: '/sign-in', search: { eco: ecosystem } })
      return
    }
    notifications.show({ title: 'Welcome to Laurel', message: `${body.partnerName} is registered.` })
    await navigate({ to: '/' })
  }

  const { form, submit, isSending, formError } = useServerForm<Registration>({
    initialValues: { ...NEW_PARTNER, ecosystem: eco },
    validate: formErrors,
    inputs: { eco: 'ecosystem' },
    send: register,
  })
  return (
    <CardPage
      title="Register your business"
      description="Create your first rule in a few minutes. All fields are required unless marked optional."
      width={640}
      links={
        <Anchor component={Link} to="/sign-in">
          Registered already? Sign in
        </Anchor>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="xl">
          <FormError>{formError}</FormError>
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

/** The ecosystem is part of the path: only with a valid one can the service name the other wrong fields. */
function formErrors(values: Registration): Record<string, string> {
  const error = ecosystemError(values.ecosystem)
  if (!error) return {}
  const blank = Object.entries(values).filter(([name, value]) => value === '' && !OPTIONAL.has(name))
  return { ...Object.fromEntries(blank.map(([name]) => [name, REQUIRED])), ecosystem: error }
}

type Fields = { form: UseFormReturnType<Registration> }

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset
      variant="unstyled"
      mx={0}
      legend={
        <Title order={2} size="h5">
          {title}
        </Title>
      }
    >
      <Stack>{children}</Stack>
    </Fieldset>
  )
}

const Address = (props: TextInputProps) => (
  <TextInput inputMode="url" autoCapitalize="none" spellCheck={false} withAsterisk={false} {...props} />
)

function BusinessFields({ form }: Fields) {
  return (
    <FieldGroup title="Your business">
      <TextInput
        label="Business name"
        description="Users see it when they link their account"
        autoComplete="organization"
        required
        withAsterisk={false}
        {...form.getInputProps('partnerName')}
      />
      <EcosystemInput
        description="The group of partners that you join, such as acme-rewards; a new name starts a new group"
        autoComplete="off"
        {...form.getInputProps('ecosystem')}
      />
    </FieldGroup>
  )
}

function AccountFields({ form }: Fields) {
  return (
    <FieldGroup title="Your account">
      <EmailInput description="For signing in and for password links" {...form.getInputProps('email')} />
      <NewPasswordFields form={form} />
    </FieldGroup>
  )
}

function ApplicationFields({ form }: Fields) {
  return (
    <FieldGroup title="Your application">
      <TextInput
        label="Application name"
        description="The app or shop that users link to, such as Acme Shop"
        required
        withAsterisk={false}
        {...form.getInputProps('applicationName')}
      />
      <Address
        label="Redirect address"
        description="Where users go after they link their account"
        placeholder="https://shop.example.com/callback"
        required
        {...form.getInputProps('redirectUrl')}
      />
      <Address
        label="Redirect address on the web (optional)"
        description="Replaces the redirect address in browsers"
        {...form.getInputProps('webRedirectUrl')}
      />
      <Address
        label="Redirect address on phones (optional)"
        description="Replaces the redirect address in your app; may use the app's own scheme"
        placeholder="com.example.shop:/callback"
        {...form.getInputProps('mobileRedirectUrl')}
      />
      <Address
        label="User details address"
        description="Sends a user's record when you onboard a user by tag"
        placeholder="https://shop.example.com/laurel/users"
        required
        {...form.getInputProps('userDetailsUrl')}
      />
    </FieldGroup>
  )
}

type Registration = Required<NewPartner> & { ecosystem: string }

const NEW_PARTNER: Registration = {
  partnerName: '',
  ecosystem: '',
  email: '',
  password: '',
  confirmPassword: '',
  applicationName: '',
  redirectUrl: '',
  webRedirectUrl: '',
  mobileRedirectUrl: '',
  userDetailsUrl: '',
}

const OPTIONAL: ReadonlySet<string> = new Set(['webRedirectUrl', 'mobileRedirectUrl'])
