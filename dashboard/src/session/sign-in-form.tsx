import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../api/failure.ts'
import { Problem } from '../shared/problem.tsx'
import { useServerForm } from '../shared/server-form.ts'
import { signIn } from './sign-in.ts'

type Known = { ecosystem: string; email: string }

/** Asks for the password, and for a second factor only where the account has one. Who it is can be fixed beforehand. */
export function SignInForm({
  ecosystem = '',
  email = '',
  isFixed = false,
  onDone,
}: Partial<Known> & { isFixed?: boolean; onDone: () => void }) {
  const [needsCode, setNeedsCode] = useState(false)
  const { form, submit, isSending, problem } = useServerForm({
    initialValues: { ecosystem, email, password: '', code: '' },
    send: async ({ code, ...login }) => {
      try {
        await signIn(code === '' ? login : { ...login, code })
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'second_factor_required' && !needsCode) {
          setNeedsCode(true)
          return
        }
        throw error
      }
      onDone()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem>{problem}</Problem>
        {!isFixed && (
          <TextInput
            label="Ecosystem"
            description="The coalition that your business joined, such as acme-rewards"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            {...form.getInputProps('ecosystem')}
          />
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly={isFixed}
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={isFixed || undefined}
          {...form.getInputProps('password')}
        />
        {needsCode && (
          <TextInput
            label="Code"
            description="The 6 digits of your app, or a recovery code"
            autoComplete="one-time-code"
            autoFocus
            {...form.getInputProps('code')}
          />
        )}
        <Button type="submit" loading={isSending} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
