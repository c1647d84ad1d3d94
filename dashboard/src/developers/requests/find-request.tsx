import { Button, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** Finds the one request that an answer's X-Request-Id names. */
export function FindRequest({
  requestId,
  find,
}: {
  requestId: string
  find: (requestId: string | undefined) => void
}) {
  const [text, setText] = useState(requestId)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        find(text.trim() || undefined)
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label="Request id"
          placeholder="Request id"
          leftSection={<IconSearch size={16} aria-hidden />}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w={{ base: 200, sm: 330 }}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </Group>
    </form>
  )
}
