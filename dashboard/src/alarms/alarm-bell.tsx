import './alarms.css'
import { Popover, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Loaded } from '../components/loaded.tsx'
import { type StreamMessage, useStreamListener } from '../event-stream/events.ts'
import { countText } from '../format/coins.ts'
import { AlarmLine } from './alarm-line.tsx'
import { alarmCountText } from './alarm-text.ts'
import { alarmsQuery, refreshAlarms } from './queries.ts'

const COUNT_MAX = 99

/** How many things need attention; a click lists them. */
export function AlarmBell() {
  const query = useQuery(alarmsQuery)
  const [isOpen, { toggle, close, set }] = useDisclosure(false)
  useStreamListener(
    useCallback((message: StreamMessage) => {
      if (message === 'missed' || message.type.startsWith('rule.')) void refreshAlarms()
    }, []),
  )
  // The button that had the focus goes with its alarm.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close())
  const count = query.data?.length ?? 0
  const name = query.data ? alarmCountText(count) : 'Alarms'
  return (
    <Popover opened={isOpen} onChange={set} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="alarm-bell" aria-label={name} onClick={toggle}>
          <IconBell size={20} stroke={1.7} aria-hidden />
          {count > 0 && (
            <span className="alarm-count" aria-hidden>
              {count > COUNT_MAX ? `${COUNT_MAX}+` : countText(count)}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <div className="alarm-panel">
          <Loaded query={query}>
            {(alarms) =>
              alarms.length === 0 ? (
                <Text size="sm" c="dimmed">
                  Nothing needs attention. Failing webhooks, budgets that are nearly used up, full rules and
                  imports with refused lines appear here.
                </Text>
              ) : (
                <ul className="alarm-list" aria-label="Alarms">
                  {alarms.map((alarm) => (
                    <AlarmLine key={alarm.key} alarm={alarm} onChoose={close} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
