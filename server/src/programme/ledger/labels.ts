/** Texts of the partner that a record keeps and shows. */
export type Labels = { reference: string | null; metadata: Record<string, string> | null }

export const NO_LABELS: Labels = { reference: null, metadata: null }

/** How many awards and transfers with one reference a return may touch. */
export const ORDER_SIZE_MAX = 1_000
