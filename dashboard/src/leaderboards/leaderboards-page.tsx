import type { CoinBoardType } from '@laurel/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { coinName, coinsTitle } from '../format/coins.ts'
import { monthText } from '../format/time.ts'
import { Page } from '../layout/page.tsx'
import { BoardCard } from './board-card.tsx'
import { BoardControls } from './board-controls.tsx'
import { PublishCard } from './publish-card.tsx'
import { boardQuery } from './queries.ts'
import { YearBoard } from './year-board.tsx'

const WORDS: Record<CoinBoardType, () => { title: string; counts: string; empty: string }> = {
  earner: () => ({
    title: 'Top earners',
    counts: `${coinsTitle()} earned from awards, less reversals.`,
    empty: 'Members who are paid in this period appear here.',
  }),
  spender: () => ({
    title: 'Top spenders',
    counts: `${coinsTitle()} that members spent with you, less refunds.`,
    empty: `Members who spend ${coinName().many} in this period appear here.`,
  }),
}

/** One board of earners or spenders, of all time, of a month, or by month of a year. */
export function LeaderboardsPage() {
  const { type = 'earner', month, year, page, user } = useSearch({ from: '/signed-in/boards' })
  const { title, counts, empty } = WORDS[type]()
  const controls = <BoardControls />
  return (
    <Page title="Boards">
      {year ? (
        <YearBoard
          title={title}
          description={`${counts} Months are in UTC.`}
          empty={empty}
          type={type}
          year={year}
          controls={controls}
        />
      ) : (
        <PagedBoard
          board={{ type, month }}
          page={page}
          user={user}
          title={month ? `${title} of ${monthText(month)}` : title}
          description={month ? `${counts} Months are in UTC.` : counts}
          empty={empty}
          controls={controls}
        />
      )}
      <PublishCard />
    </Page>
  )
}

function PagedBoard({
  board,
  page,
  user,
  ...card
}: {
  board: { type: CoinBoardType; month: string | undefined }
  page: number | undefined
  user: string | undefined
} & Pick<Parameters<typeof BoardCard>[0], 'title' | 'description' | 'empty' | 'controls'>) {
  return <BoardCard {...card} query={useQuery(boardQuery(board, page, user))} />
}
