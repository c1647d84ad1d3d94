import {
  Group,
  List,
  PasswordInput,
  type PasswordInputProps,
  Text,
  TextInput,
  type TextInputProps,
  VisuallyHidden,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'

/**
 * The service's own pattern. The ecosystem becomes part of a path, so it is checked before anything is sent.
 */
const ECOSYSTEM_NAME = /^[a-z][a-z0-9-]{1,62}$/

export const REQUIRED = 'This is required.'

export function ecosystemError(name: string): string | undefined {
  if (name === '') return REQUIRED
  if (ECOSYSTEM_NAME.test(name)) return undefined
  return 'Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.'
}

export function EcosystemInput(props: TextInputProps) {
  return (
    <TextInput
      label="Ecosystem"
      description="The group of partners that your business joined, such as acme-rewards"
      autoCapitalize="none"
      autoComplete="organization"
      spellCheck={false}
      required
      withAsterisk={false}
      {...props}
    />
  )
}

export function EmailInput(props: TextInputProps) {
  return (
    <TextInput label="E-mail" type="email" autoComplete="username" required withAsterisk={false} {...props} />
  )
}

export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      description="The 6 digits from your app, or a recovery code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      {...props}
    />
  )
}

/** Adds `aria-invalid`, which Mantine's PasswordInput leaves out. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput required withAsterisk={false} aria-invalid={props.error ? true : undefined} {...props} />
  )
}

type NewPassword = { password: string; confirmPassword: string }

/** A new password, typed once: it can be shown. */
export function NewPasswordField<Values extends Pick<NewPassword, 'password'>>({
  form,
  label = 'Password',
}: {
  form: UseFormReturnType<Values>
  label?: string
}) {
  return (
    <>
      <PasswordField
        label={label}
        description="One that you use nowhere else"
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordPolicy password={form.values.password} />
    </>
  )
}

export function NewPasswordFields<Values extends NewPassword>({
  form,
  label = 'Password',
}: {
  form: UseFormReturnType<Values>
  label?: string
}) {
  return (
    <>
      <NewPasswordField form={form} label={label} />
      <PasswordField
        label={`${label}, again`}
        description="Type it again to rule out a typing error"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
    </>
  )
}

const POLICY = [
  { text: 'At least 8 characters', isMet: (password: string) => [...password].length >= 8 },
  { text: 'One upper-case letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { text: 'One number', isMet: (password: string) => /\p{Nd}/u.test(password) },
  {
    text: 'One special character, such as - or !',
    isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
  },
]

/** Checks the policy while the password is typed; the service decides. */
function PasswordPolicy({ password }: { password: string }) {
  return (
    <List listStyleType="none" size="sm" spacing={2} aria-label="What a password needs" mt={-8}>
      {POLICY.map(({ text, isMet }) => {
        const met = isMet(password)
        const Icon = met ? IconCircleCheckFilled : IconCircle
        return (
          <List.Item key={text}>
            <Group gap={6} wrap="nowrap" c={met ? 'var(--mantine-primary-color-light-color)' : 'dimmed'}>
              <Icon size={16} aria-hidden />
              <Text size="sm" inherit>
                {text}
              </Text>
              <VisuallyHidden>{met ? 'met' : 'not yet'}</VisuallyHidden>
            </Group>
          </List.Item>
        )
      })}
    </List>
  )
}
