/** The role of the service, which owns no table. */
export const SERVICE_ROLE = 'laurel_service'
