import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { useSessionState } from './session-state.ts'
import { SignInForm } from './sign-in-form.tsx'
import { leave } from './sign-out.ts'

/** Stands over the page when the session has ended, so that nothing that was typed there is lost. */
export function SignInAgain() {
  const { session, isRenewing } = useSessionState()
  if (!session) return null
  return (
    <Modal
      opened={isRenewing}
      onClose={leave}
      title="Sign in to go on"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      zIndex={400}
    >
      <Stack>
        <Text size="sm">
          Your session has ended. Once you have signed in, the page goes on where you were.
        </Text>
        <SignInForm ecosystem={session.ecosystem} email={session.person.email} isFixed onDone={() => {}} />
        <Anchor component="button" type="button" size="sm" onClick={leave}>
          Leave this page and sign in as someone else
        </Anchor>
      </Stack>
    </Modal>
  )
}
