import { withService } from './connect.ts'
import { amounts, printJson, type Run } from './output.ts'

type Options = { profile?: string; json?: boolean }

/** Prints what expires in each of the next months, if nobody spends it. */
export async function showExpiry(run: Run, options: Options): Promise<void> {
  await withService(run, options, async ({ laurel }) => {
    const forecast = await laurel.transactions.expiry()
    if (options.json) return printJson(run, forecast)
    const { months, later, coins, value, coinValue } = forecast
    if (Number(coins) === 0) return run.print('No coins expire.')
    run.print(
      amounts([
        ...months.filter((each) => Number(each.coins) > 0).map((each) => [each.month, each.coins]),
        ['later', later.coins],
        ['all', coins],
      ]),
    )
    if (coinValue) run.print(`All are worth ${value} ${coinValue.currency}.`)
  })
}
