import { Button, Container } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ErrorAlert } from '../components/error-alert.tsx'
import { Page } from './page.tsx'

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

/** Says that the script of the next page could not be loaded; the current page stays. */
export function showLoadFailure(): void {
  notifications.show({
    id: 'page load',
    color: 'red',
    title: 'That page could not be loaded',
    message:
      'This page is unchanged. Try again in a moment; if that does not help, save your work and reload.',
  })
}

export function NotFoundPage() {
  return (
    <Page title="Page not found" description="Check the address, or go to the overview.">
      <div>
        <Button component={Link} to="/">
          Go to the overview
        </Button>
      </div>
    </Page>
  )
}
