import { Button, Container } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorAlert } from '../components/error-alert.tsx'

/** Replaces a page that failed to render. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Container size="sm" py="xl">
      <ErrorAlert error={error} retry={retry} />
    </Container>
  )
}

export function NotFoundPage() {
  return (
    <EmptyState
      icon={IconMapOff}
      title="Page not found"
      action={
        <Button component={Link} to="/">
          Go to the overview
        </Button>
      }
    >
      Check the address, or go to the overview.
    </EmptyState>
  )
}
