import { AsyncLocalStorage } from 'node:async_hooks'

/** The reader that work is done for: a partner, or an address until a token or cookie proves the partner. */
export type Reader = { id: string }

const readers = new AsyncLocalStorage<Reader>()

/** Counts what the work reads, also later, as reads of this reader. Every request runs in it. */
export const readAs = <T>(reader: Reader, work: () => T): T => readers.run(reader, work)

/** Runs work that a request begins and that serves others too, such as a batch or a poll. */
export const withoutReader = <T>(work: () => T): T => readers.exit(work)

/** Undefined in background work. */
export const currentReader = (): string | undefined => readers.getStore()?.id
