import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password input that also says that it is wrong, which Mantine's leaves out. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput required withAsterisk={false} aria-invalid={props.error ? true : undefined} {...props} />
  )
}
