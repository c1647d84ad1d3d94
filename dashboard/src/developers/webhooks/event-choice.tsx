import { Checkbox, type CheckboxGroupProps, SimpleGrid } from '@mantine/core'
import { EVENT_TYPES } from '../../event-stream/events.ts'

export type EventType = (typeof EVENT_TYPES)[number]

/** Which events a webhook is told of; none chosen means all, as the service takes it when nothing is sent. */
export function EventChoice(props: Omit<CheckboxGroupProps<EventType>, 'children'>) {
  return (
    <Checkbox.Group label="Events" description="All of them, unless you choose some." {...props}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={type} size="sm" />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

export const typesOf = (chosen: EventType[]): EventType[] | null => (chosen.length === 0 ? null : chosen)
