import { withService } from './connect.ts'
import { printJson, type Run, table } from './output.ts'

type Options = { profile?: string; close?: string; json?: boolean }

const MONTHS_MAX = 24

/** Prints the coins in wallets before and after each month, and who closed it. With `close`, closes a month first. */
export async function showMonths(run: Run, { close, ...options }: Options): Promise<void> {
  await withService(run, options, async ({ laurel }) => {
    if (close !== undefined) await laurel.transactions.closeMonth(close)
    const months = []
    for await (const month of laurel.transactions.months({ limit: MONTHS_MAX })) {
      months.push(month)
      if (months.length === MONTHS_MAX) break
    }
    if (options.json) return printJson(run, { months })
    if (months.length === 0) return run.print('No month has events yet.')
    run.print(
      table(
        months.map(({ month, opening, closing, closed }) => [
          month,
          opening,
          closing,
          closed ? `closed by ${closed.actor.name} as of event ${closed.seq}` : 'open',
        ]),
      ),
    )
  })
}
