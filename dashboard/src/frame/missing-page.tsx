import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Empty } from '../shared/empty.tsx'

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
