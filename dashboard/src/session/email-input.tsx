import { TextInput, type TextInputProps } from '@mantine/core'

export function EmailInput(props: TextInputProps) {
  return (
    <TextInput label="E-mail" type="email" autoComplete="username" required withAsterisk={false} {...props} />
  )
}
