export const REQUEST_OUTCOMES = ['ok', 'failed'] as const

export type RequestFilter = {
  outcome?: (typeof REQUEST_OUTCOMES)[number] | undefined
  requestId?: string | undefined
}
