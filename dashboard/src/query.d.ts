import '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** Queries with `live` are refetched when an event arrives on the stream. */
    queryMeta: { live?: boolean }
  }
}
