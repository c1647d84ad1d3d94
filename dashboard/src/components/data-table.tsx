import './data-table.css'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowDown } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId } from 'react'

type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  /** Amounts are right, digit below digit. */
  isAmount?: boolean
  /** Of the screen's width, or in pixels; columns without one share the rest. */
  width?: number | `${number}%` | undefined
  /**
   * Where the cell stands on a phone, whose rows have two lines: the title and a value above, more and an aside below.
   * Other cells are left out there.
   */
  phone?: 'title' | 'value' | 'more' | 'aside'
  /** Breaks into two lines, where others are cut after one. */
  isLong?: boolean
  /** For a column of buttons, whose heading only screen readers need. */
  isNameHidden?: boolean
  /** Makes the heading a button that puts the rows with the most first. */
  sort?: { isCurrent: boolean; choose: () => void } | undefined
}

type LinkTo = { className: string; dir: 'auto'; children: ReactNode }

type Props<Row> = {
  /** The accessible name of the table. */
  label: string
  rows: Row[]
  keyOf: (row: Row) => string | number
  columns: Column<Row>[]
  /** Makes the whole row a link: `(row, props) => <Link to="…" {...props} />`. */
  link?: ((row: Row, props: LinkTo) => ReactNode) | undefined
  /** Makes the whole row a button that opens something else, such as a drawer. */
  open?: ((row: Row) => void) | undefined
  /** Makes the whole row a button that shows this below it. */
  detail?: ((row: Row) => ReactNode) | undefined
  /** Names the button of a row: "Details of event 7". */
  openName?: (row: Row) => string
  /** The row that was searched for. */
  isMarked?: (row: Row) => boolean
  /** Keeps the columns on a phone, for narrow ones. */
  hasFixedColumns?: boolean
  /** The line of totals. */
  footer?: ReactNode
}

/** The one table: rows of one line, a heading that stays, names that are cut, and the whole row as the link. */
export function DataTable<Row>({
  label,
  rows,
  keyOf,
  columns,
  hasFixedColumns = false,
  footer,
  ...row
}: Props<Row>) {
  return (
    <table className="data-table" aria-label={label} data-fixed={hasFixedColumns || undefined}>
      <colgroup>
        {columns.map(({ name, width }) => (
          <col key={name} width={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ name, isAmount, isNameHidden, sort }) => (
            <th
              key={name}
              scope="col"
              data-amount={isAmount || undefined}
              aria-sort={sort?.isCurrent ? 'descending' : undefined}
            >
              {sort ? <SortButton name={name} {...sort} /> : <Heading name={name} isHidden={isNameHidden} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((each) => (
          <DataRow key={keyOf(each)} row={each} columns={columns} {...row} />
        ))}
      </tbody>
      {footer && <tfoot>{footer}</tfoot>}
    </table>
  )
}

const Heading = ({ name, isHidden = false }: { name: string; isHidden?: boolean | undefined }) =>
  isHidden ? <span className="unseen">{name}</span> : name

function SortButton({ name, isCurrent, choose }: { name: string; isCurrent: boolean; choose: () => void }) {
  return (
    <button type="button" className="sort-button" data-current={isCurrent || undefined} onClick={choose}>
      <span className="cut">{name}</span>
      <IconArrowDown size={12} aria-hidden />
    </button>
  )
}

/** A click on what lies above the link of a row, and is none itself, opens the row too. */
function pressLead({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void {
  if (target instanceof Element && !target.closest('a, button, input, label'))
    currentTarget.querySelector<HTMLElement>('.row-link')?.click()
}

function DataRow<Row>({
  row,
  columns,
  link,
  open,
  detail,
  openName,
  isMarked,
}: Omit<Props<Row>, 'rows' | 'label' | 'keyOf' | 'footer' | 'hasFixedColumns'> & { row: Row }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  const lead = (children: ReactNode) => {
    if (link) return link(row, { className: 'row-link cut', dir: 'auto', children })
    if (!open && !detail) return children
    return (
      <button
        type="button"
        className="row-link cut"
        {...(detail && { 'aria-expanded': isOpen, 'aria-controls': id })}
        onClick={() => (open ? open(row) : toggle())}
      >
        {openName && <span className="unseen">{openName(row)}: </span>}
        <span>{children}</span>
      </button>
    )
  }
  const marked = isMarked?.(row) ?? false
  return (
    <>
      <tr
        onClick={pressLead}
        data-link={Boolean(link || open || detail) || undefined}
        data-marked={marked || undefined}
        aria-current={marked || undefined}
      >
        {columns.map(({ name, cell, isAmount, isLong, phone }, index) => (
          <td key={name} data-amount={isAmount || undefined} data-phone={phone}>
            {index === 0 ? lead(cell(row)) : isLong ? <div className="long">{cell(row)}</div> : cell(row)}
          </td>
        ))}
      </tr>
      {detail && (
        <tr id={id} hidden={!isOpen} className="detail-row">
          {isOpen && <td colSpan={columns.length}>{detail(row)}</td>}
        </tr>
      )}
    </>
  )
}
