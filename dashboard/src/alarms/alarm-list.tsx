import './alarms.css'
import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { AlarmLine } from './alarm-line.tsx'
import { alarmCountText } from './alarm-text.ts'
import { alarmsQuery } from './queries.ts'

const SHOWN_FIRST = 3

/** The alarms at the top of a page, one line each; nothing when there are none. The bell says when they cannot be read. */
export function AlarmList() {
  const { data: alarms = [] } = useQuery(alarmsQuery)
  const [isWhole, { open }] = useDisclosure(false)
  if (alarms.length === 0) return null
  const shown = isWhole ? alarms : alarms.slice(0, SHOWN_FIRST)
  return (
    <section aria-label={alarmCountText(alarms.length)}>
      <ul className="alarm-list">
        {shown.map((alarm) => (
          <AlarmLine key={alarm.key} alarm={alarm} />
        ))}
      </ul>
      {shown.length < alarms.length && (
        <Anchor component="button" type="button" size="sm" onClick={open}>
          Show all {alarmCountText(alarms.length)}
        </Anchor>
      )}
    </section>
  )
}
