import type { UseFormReturnType } from '@mantine/form'
import { PasswordField } from './password-field.tsx'
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
      <PasswordField
        label={label}
        description="One that you use nowhere else"
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordPolicy password={form.values.password} />
      <PasswordField
        label={`${label}, again`}
        description="So that no slip of the finger locks you out"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
    </>
  )
}
