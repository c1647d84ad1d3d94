import { Fieldset, Stack, TextInput, type TextInputProps, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { EcosystemInput, EmailInput, NewPasswordFields } from '../components/account-fields.tsx'
import type { NewPartner } from './sign-up-values.ts'

type Fields = { form: UseFormReturnType<NewPartner> }

function Part({ title, children }: { title: string; children: ReactNode }) {
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

export function BusinessFields({ form }: Fields) {
  return (
    <Part title="Your business">
      <TextInput
        label="Business name"
        description="As your users know you; they see it when they link their account"
        autoComplete="organization"
        required
        withAsterisk={false}
        {...form.getInputProps('partnerName')}
      />
      <EcosystemInput
        description="The coalition that you join, such as acme-rewards; a new name starts a new coalition"
        autoComplete="off"
        {...form.getInputProps('ecosystem')}
      />
    </Part>
  )
}

export function AccountFields({ form }: Fields) {
  return (
    <Part title="Your account">
      <EmailInput
        description="You sign in with it, and links for a new password go there"
        {...form.getInputProps('email')}
      />
      <NewPasswordFields form={form} />
    </Part>
  )
}

export function ApplicationFields({ form }: Fields) {
  return (
    <Part title="Your application">
      <TextInput
        label="Application name"
        description="The app or shop that users link to, such as Acme Shop"
        required
        withAsterisk={false}
        {...form.getInputProps('applicationName')}
      />
      <Address
        label="Return address"
        description="Where users come back to after they have linked their account"
        placeholder="https://shop.example.com/callback"
        required
        {...form.getInputProps('redirectUrl')}
      />
      <Address
        label="Return address on the web (optional)"
        description="In place of the return address for those who come with a browser"
        {...form.getInputProps('webRedirectUrl')}
      />
      <Address
        label="Return address on phones (optional)"
        description="In place of it in your app; may use the app's own scheme"
        placeholder="com.example.shop:/callback"
        {...form.getInputProps('mobileRedirectUrl')}
      />
      <Address
        label="User details address"
        description="Asked for a user's record by tag when you take someone in by tag"
        placeholder="https://shop.example.com/laurel/users"
        required
        {...form.getInputProps('userDetailsUrl')}
      />
    </Part>
  )
}
