import { LaurelError } from '@laurel/sdk'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeInput, EcosystemInput, EmailInput, PasswordField } from '../components/account-fields.tsx'
import { FormError } from '../components/error-alert.tsx'
import { useServerForm } from '../components/server-form.ts'
import { signIn } from './sign-in.ts'

/** Asks for the password, then for the second factor if the account has one. `isFixed` fixes the account. */
export function SignInForm({
  ecosystem = '',
  email = '',
  isFixed = false,
  onDone,
}: {
  ecosystem?: string
  email?: string
  isFixed?: boolean
  onDone: () => void
}) {
  const [needsCode, setNeedsCode] = useState(false)
  const { form, submit, isSending, formError } = useServerForm({
    initialValues: { ecosystem, email, password: '', code: '' },
    validate: ({ code }) =>
      needsCode && code.trim() === '' ? { code: 'Enter the code from your app.' } : {},
    send: async ({ code, ...login }) => {
      try {
        await signIn(needsCode ? { ...login, code } : login)
      } catch (error) {
        if (error instanceof LaurelError && error.code === 'second_factor_required' && !needsCode) {
          setNeedsCode(true)
          return
        }
        throw error
      }
      onDone()
    },
  })
  const startOver = () => {
    setNeedsCode(false)
    form.setFieldValue('code', '')
    form.clearErrors()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError>{formError}</FormError>
        {needsCode ? (
          <>
            <Text size="sm">One more step for {form.values.email}.</Text>
            <CodeInput autoFocus {...form.getInputProps('code')} />
          </>
        ) : (
          <>
            {!isFixed && <EcosystemInput {...form.getInputProps('ecosystem')} />}
            <EmailInput readOnly={isFixed} {...form.getInputProps('email')} />
            <PasswordField
              label="Password"
              autoComplete="current-password"
              data-autofocus={isFixed || undefined}
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Button type="submit" loading={isSending} fullWidth>
          Sign in
        </Button>
        {needsCode && (
          <Anchor component="button" type="button" size="sm" onClick={startOver}>
            Back to the password
          </Anchor>
        )}
      </Stack>
    </form>
  )
}
