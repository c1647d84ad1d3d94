/** Texts of the partner that a record keeps and shows. */
export type Labels = { reference: string | null; metadata: Record<string, string> | null }

export const NO_LABELS: Labels = { reference: null, metadata: null }
