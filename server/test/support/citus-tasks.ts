import pg from 'pg'

/** What Citus sent to nodes for one statement. */
export type SentTask = { caller: string; text: string; node: string }

const BOOKKEEPING = /^issuing (begin|commit|rollback|prepare transaction|select assign_|set )/i

/**
 * Notes what Citus sends to nodes for the statements of all connections that this process opens from now on. The
 * name of a statement is that of the function that made it.
 */
export function noteTasks(): { tasks: SentTask[]; commands: string[] } {
  const tasks: SentTask[] = []
  const commands: string[] = []
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = function (this: pg.Client, ...args: []) {
    this.once('connect', () => void this.query('set citus.log_remote_commands = on').catch(() => {}))
    this.on('notice', ({ message = '', detail = '' }) => {
      if (!message.startsWith('issuing ')) return
      if (BOOKKEEPING.test(message)) return void commands.push(message)
      const { text } = (this as unknown as { _activeQuery?: { text?: string } })._activeQuery ?? {}
      const caller = /^\/\* (.*?) \*\//.exec(text ?? '')?.[1]
      const node = /on server \S*@(\S+)/.exec(detail)?.[1] ?? ''
      if (caller) tasks.push({ caller, text: message, node })
    })
    return connect.apply(this, args as never)
  } as typeof connect
  return { tasks, commands }
}
