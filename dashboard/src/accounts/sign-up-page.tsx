import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { visitor } from '../api/laurel.ts'
import {
  EcosystemInput,
  EmailInput,
  ecosystemError,
  NewPasswordField,
  REQUIRED,
} from '../components/account-fields.tsx'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { notSetUp } from '../partners/not-set-up.ts'
import { signIn } from '../session/sign-in.ts'
import { CardPage } from './card-page.tsx'
import { ecosystemOf } from './ecosystem-of.ts'
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

type Registration = {
  business: string
  email: string
  password: string
  /** Empty as long as it follows from the business. */
  ecosystem: string
}

/** What the service calls the inputs. */
const INPUTS = {
  eco: 'ecosystem',
  partnerName: 'business',
  applicationName: 'business',
  confirmPassword: 'password',
} as const

/** Registers a partner and signs its owner in. The rest of its details can be set later. */
function RegistrationPage() {
  const { eco = '' } = useSearch({ from: '/sign-up' })
  const navigate = useNavigate()

  async function register(values: Registration): Promise<void> {
    const { business, email, password } = values
    const ecosystem = chosenEcosystem(values)
    const name = business.trim()
    await visitor(ecosystem).partners.onboard({
      partnerName: name,
      applicationName: name,
      email,
      password,
      confirmPassword: password,
      redirectUrl: notSetUp(),
      userDetailsUrl: notSetUp(),
    })
    try {
      await signIn({ ecosystem, email, password })
    } catch {
      notifications.show({ message: 'Your business is registered; sign in to continue.' })
      await navigate({ to: '/sign-in', search: { eco: ecosystem } })
      return
    }
    notifications.show({ title: 'Welcome to Laurel', message: `${name} is registered.` })
    await navigate({ to: '/' })
  }

  const { form, submit, isSending, formError } = useServerForm<Registration>({
    initialValues: { business: '', email: '', password: '', ecosystem: eco },
    validate: formErrors,
    inputs: INPUTS,
    send: register,
  })
  return (
    <CardPage
      title="Register your business"
      description="The first coins are three steps away. Everything else can be set later."
      links={
        <Anchor component={Link} to="/sign-in">
          Registered already? Sign in
        </Anchor>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError>{formError}</FormError>
          <TextInput
            label="Business"
            description="As your customers know it"
            autoComplete="organization"
            required
            withAsterisk={false}
            {...form.getInputProps('business')}
          />
          <Ecosystem form={form} />
          <EmailInput description="For signing in and for password links" {...form.getInputProps('email')} />
          <NewPasswordField form={form} />
          <Button type="submit" loading={isSending} fullWidth size="md">
            Register
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}

const chosenEcosystem = (values: Registration): string => values.ecosystem.trim() || ecosystemOf(values)

/** The ecosystem is part of the path: only with a valid one can the service name the other wrong fields. */
function formErrors(values: Registration): Record<string, string> {
  const { business, email, password } = values
  const error = ecosystemError(chosenEcosystem(values))
  if (!error) return {}
  const blank = Object.entries({ business, email, password }).filter(([, value]) => value.trim() === '')
  const errors = Object.fromEntries(blank.map(([name]) => [name, REQUIRED]))
  // Without a business or an address there is nothing to make an ecosystem of; they are asked for first.
  const isUntouched = values.ecosystem.trim() === '' && blank.length > 0
  return isUntouched ? errors : { ...errors, ecosystem: error }
}

/** One line that follows the business, and an input for another name. */
function Ecosystem({ form }: { form: UseFormReturnType<Registration> }) {
  const { ecosystem } = form.values
  const [isEdited, setEdited] = useState(ecosystem !== '')
  const [isAskedFor, setAskedFor] = useState(false)
  const name = chosenEcosystem(form.values)
  const { onChange, ...input } = form.getInputProps('ecosystem')
  if (isEdited || isAskedFor || input.error)
    return (
      <EcosystemInput
        description="The group of partners that you join, such as acme-rewards; a new name starts a new group"
        autoComplete="off"
        autoFocus={isAskedFor}
        {...input}
        value={isEdited ? ecosystem : name}
        onChange={(event) => {
          setEdited(true)
          onChange(event)
        }}
      />
    )
  if (name === '') return null
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      You will sign in to the ecosystem <b>{name}</b>.{' '}
      <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setAskedFor(true)}>
        Change
      </Anchor>
    </Text>
  )
}
