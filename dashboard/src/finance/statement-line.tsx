import type { ReactNode } from 'react'

/** One line of a statement. A value of null leaves out its column: no coin has one. */
export function StatementLine({
  label,
  coins,
  value,
  movements,
  before,
  change,
  isTotal = false,
  isDetail = false,
  isLink = false,
}: {
  label: ReactNode
  coins: ReactNode
  value: ReactNode
  movements?: ReactNode
  before?: ReactNode
  change?: ReactNode
  isTotal?: boolean
  /** Belongs to the line above. */
  isDetail?: boolean
  isLink?: boolean
}) {
  return (
    <tr data-total={isTotal || undefined} data-detail={isDetail || undefined} data-link={isLink || undefined}>
      <td data-phone="title">{label}</td>
      <td data-amount data-phone="value">
        {coins}
      </td>
      {value !== null && (
        <td data-amount data-phone="aside">
          {value}
        </td>
      )}
      <td data-amount data-phone="more" className="statement-movements">
        {movements}
      </td>
      <td data-amount>{before}</td>
      <td data-amount className="quiet">
        {change}
      </td>
    </tr>
  )
}
