import { Button, Container } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Empty } from '../components/empty-state.tsx'
import { Failed } from '../components/error-alert.tsx'

/** In place of a page that could not be drawn. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Container size="sm" py="xl">
      <Failed error={error} retry={retry} />
    </Container>
  )
}

export function MissingPage() {
  return (
    <Empty
      icon={IconMapOff}
      title="There is no such page"
      action={
        <Button component={Link} to="/">
          To the overview
        </Button>
      }
    >
      The address may be mistyped, or what it showed is gone.
    </Empty>
  )
}
