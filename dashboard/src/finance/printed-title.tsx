import { monthText } from '../format/time.ts'
import { useSession } from '../session/session.ts'

/** The head of the printed page, where the menu with the partner's name is left out. */
export function PrintedTitle({ what, month }: { what: string; month: string }) {
  const { partner } = useSession()
  return (
    <div className="print-title">
      <span className="display">{partner.partnerName}</span>
      <span>
        {what} of {monthText(month)}
      </span>
    </div>
  )
}
