import { PasswordInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PasswordPolicy } from './password-policy.tsx'

export type NewPassword = { password: string; confirmPassword: string }

/** A password to be chosen, twice. */
export function NewPasswordFields<Values extends NewPassword>({
  form,
  label = 'Password',
}: {
  form: UseFormReturnType<Values>
  label?: string
}) {
  return (
    <>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.getInputProps('password')}
      />
      <PasswordPolicy password={form.values.password} />
      <PasswordInput
        label={`${label}, again`}
        description="So that no slip of the finger locks you out"
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  )
}
