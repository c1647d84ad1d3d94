import { withService } from './connect.ts'
import { amounts, printJson, type Run } from './output.ts'

type Options = { profile?: string; from?: string; to?: string; asOf?: number; json?: boolean }

/** Prints the coins in wallets before and after some days, every kind of movement between, and each rule. */
export async function showStatement(run: Run, { from, to, asOf, ...options }: Options): Promise<void> {
  await withService(run, options, async ({ laurel }) => {
    const statement = await laurel.transactions.statement({
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(asOf !== undefined && { asOf }),
    })
    if (options.json) {
      printJson(run, statement)
      return
    }
    const { opening, kinds, closing, byRule, timeZone } = statement
    run.print(`${statement.from} to ${statement.to}, ${timeZone}, as of event ${statement.asOf.seq}`)
    run.print(
      amounts([
        ['opening', opening],
        ...kinds.map(({ kind, change, movements }) => [kind, change, count(movements)]),
        ['closing', closing],
      ]),
    )
    const { coinValue, closingValue } = statement
    if (coinValue) run.print(`The closing is worth ${closingValue} ${coinValue.currency}.`)
    if (byRule.length === 0) return
    run.print('')
    run.print(
      amounts([
        ['rule', 'issued', 'reversed', 'net'],
        ...byRule.map(({ ruleName, issued, reversed, net }) => [ruleName, issued, reversed, net]),
      ]),
    )
  })
}

const count = (movements: number) => (movements === 1 ? '1 movement' : `${movements} movements`)
