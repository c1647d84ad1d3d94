import '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** A query with `live` is read again when an event of the partner's happens. */
    queryMeta: { live?: boolean }
  }
}
