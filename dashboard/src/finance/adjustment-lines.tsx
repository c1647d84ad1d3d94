import type { ListedTransaction, Statement } from '@laurel/sdk'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../components/error-alert.tsx'
import { LoadingRows } from '../components/loaded.tsx'
import { Time } from '../components/time.tsx'
import { signedText } from '../format/coins.ts'
import { moneyText, worthOf } from '../format/money.ts'
import { actorText } from '../members/actor.ts'
import { UserLink } from '../members/member-link.tsx'
import { adjustmentsQuery } from './queries.ts'
import { StatementLine } from './statement-line.tsx'

/** What was added or taken by hand, one line each: why, whose, and by whom. */
export function AdjustmentLines({
  kind,
  statement: { asOf, coinValue, timeZone },
  month,
}: {
  kind: 'added' | 'taken'
  statement: Statement
  month: string
}) {
  const query = useInfiniteQuery(adjustmentsQuery(kind, { month, asOf: asOf.seq, zone: timeZone }))
  const isCredit = kind === 'added'
  const columns = coinValue ? 6 : 5
  if (query.data === undefined)
    return (
      <WholeLine columns={columns}>
        {query.isError ? (
          <ErrorAlert error={query.error} retry={() => void query.refetch()} />
        ) : (
          <LoadingRows rows={2} />
        )}
      </WholeLine>
    )
  const money = (coins: string) => coinValue && moneyText(worthOf(coins, coinValue), coinValue.currency)
  return (
    <>
      {query.data.pages
        .flatMap(({ data }) => data)
        .map((each) => (
          <StatementLine
            key={each.id}
            isDetail
            label={
              <span className="adjustment">
                <bdi className="adjustment-reason cut" title={each.narration}>
                  {each.narration || 'No reason was given'}
                </bdi>
                <span className="adjustment-origin cut">
                  <UserLink userId={each.userId}>
                    <bdi>{nameOf(isCredit ? each.to : each.from)}</bdi>
                  </UserLink>
                  , by {actorText(each.actor)}
                </span>
              </span>
            }
            coins={signedText(each.coins, isCredit)}
            value={coinValue && `${isCredit ? '' : '−'}${money(String(each.coins))}`}
            movements={<Time at={each.createdAt} />}
          />
        ))}
      {query.hasNextPage && (
        <WholeLine columns={columns}>
          <Button
            size="compact-sm"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </WholeLine>
      )}
    </>
  )
}

/** The full name, or the tag when the name is unknown. An erased member has neither. */
const nameOf = ({ fullname_businessName, tag }: ListedTransaction['to']): string =>
  fullname_businessName || (tag ? `@${tag}` : 'Erased member')

function WholeLine({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className="detail-row">
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}
