import { Container } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failed } from '../shared/failed.tsx'

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
