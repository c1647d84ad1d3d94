/** A type of activities, such as "order.paid". */
export const ACTIVITY_TYPE = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/
export const ACTIVITY_TYPE_LENGTH_MAX = 64

/** Completes the sentence "<field> must …". */
export const ACTIVITY_TYPE_NEEDED = `be a type of at most ${ACTIVITY_TYPE_LENGTH_MAX} lower-case letters, digits, underscores and dots, such as "order.paid"`

/** The service itself records activities of these types; a partner sends none that begin as they do. */
export const SERVICE_TYPES = ['member.joined', 'member.referred'] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

export const isServiceType = (type: string): boolean => type.startsWith('member.')
