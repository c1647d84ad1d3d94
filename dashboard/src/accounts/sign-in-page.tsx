import { Anchor } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lastEcosystem } from '../session/sign-in.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { CardPage } from './card-page.tsx'
import { isRegistrationClosed } from './registration.ts'

export function SignInPage() {
  const { next, eco } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  return (
    <CardPage
      title="Sign in"
      links={
        <>
          <Anchor renderRoot={(props) => <Link to="/forgot-password" search={{ eco }} {...props} />}>
            Forgotten your password?
          </Anchor>
          {!isRegistrationClosed() && (
            <Anchor component={Link} to="/sign-up">
              New here? Register your business
            </Anchor>
          )}
        </>
      }
    >
      <SignInForm ecosystem={eco ?? lastEcosystem()} onDone={() => void navigate({ href: next ?? '/' })} />
    </CardPage>
  )
}
