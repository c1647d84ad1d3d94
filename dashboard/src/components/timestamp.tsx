import { Text, Tooltip } from '@mantine/core'

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const LOCAL_DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const LOCAL_EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A time in the viewer's time zone, with UTC in a tooltip. */
export function Timestamp({
  at,
  exact = false,
  dayOnly = false,
}: {
  at: string
  exact?: boolean
  dayOnly?: boolean
}) {
  const format = dayOnly ? LOCAL_DAY : exact ? LOCAL_EXACT : LOCAL
  return (
    <Tooltip label={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      <Text component="time" inherit dateTime={at}>
        {format.format(new Date(at))}
      </Text>
    </Tooltip>
  )
}
