import { v7 } from 'uuid'

/** Every identifier is a UUIDv7: sortable by time, made here so that no table needs a sequence. */
export const newId = (): string => v7()
