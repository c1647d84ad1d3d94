import type { ClosedMonth, Month } from '@laurel/sdk'
import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconLock } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { laurel } from '../api/laurel.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Time } from '../components/time.tsx'
import { countText } from '../format/coins.ts'
import { monthText } from '../format/time.ts'
import { actorText } from '../members/actor.ts'
import { useMay } from '../session/roles.ts'
import { currentMonth } from './finance-search.ts'
import { monthsQuery } from './queries.ts'

/** A month of the programme, once the list has it. */
export function useMonth(month: string): Month | undefined {
  const { data } = useInfiniteQuery(monthsQuery)
  return data?.pages.flatMap((page) => page.data).find((each) => each.month === month)
}

/** Who closed a month, and the statement as it was then. Below a title that says "Closed", the day comes first. */
export function ClosedNote({
  closed,
  asOf,
  isTitled = false,
}: {
  closed: ClosedMonth
  asOf?: number | undefined
  isTitled?: boolean
}) {
  const { month, seq, closedAt, actor } = closed
  const day = <Time at={closedAt} format="day" />
  const note = isTitled ? (
    <>
      {day} by {actorText(actor)}
    </>
  ) : (
    <>
      Closed by {actorText(actor)} on {day}
    </>
  )
  return (
    <span className="closed-note cut">
      <IconLock size={14} aria-hidden />{' '}
      {asOf === seq ? (
        note
      ) : (
        <Anchor
          inherit
          title={`The statement as of event ${countText(seq)}`}
          renderRoot={(props) => <Link to="/finance" search={{ month, asOf: seq }} {...props} />}
        >
          {note}
        </Anchor>
      )}
    </span>
  )
}

/** Closes a month that has ended, unless it is closed. */
export function CloseMonth({ month, isQuiet = false }: { month: string; isQuiet?: boolean }) {
  const mayClose = useMay('closeMonth')
  const found = useMonth(month)
  const queryClient = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure(false)
  const name = monthText(month)
  if (!mayClose || !found || found.closed || month >= currentMonth()) return null
  async function confirm(): Promise<void> {
    try {
      await laurel.transactions.closeMonth(month)
      notifications.show({ message: `${name} is closed.` })
      close()
    } finally {
      // Someone else may have closed it.
      await queryClient.invalidateQueries({ queryKey: monthsQuery.queryKey })
    }
  }
  return (
    <>
      <Button
        size={isQuiet ? 'sm' : 'compact-sm'}
        variant="default"
        leftSection={isQuiet && <IconLock size={16} aria-hidden />}
        aria-label={`Close ${name}`}
        onClick={open}
      >
        Close{isQuiet && ` ${name}`}
      </Button>
      <ConfirmDialog
        title={`Close ${name}`}
        isOpen={isOpen}
        close={close}
        action={`Close ${name}`}
        isHarmless
        confirm={confirm}
      >
        Notes your name, the time and the number of the latest event. No wallet changes: what is reversed or
        refunded later counts in the month in which it happens, and the statement of {name} stays as it is.
      </ConfirmDialog>
    </>
  )
}
