import { ROLES_BY_OPERATION } from '../api/roles.ts'
import { useSession } from './session-state.ts'

/** Whether the role of the signed-in person may call an operation of the API, by its id. */
export function useMay(operation: keyof typeof ROLES_BY_OPERATION): boolean {
  const { person } = useSession()
  const roles: readonly string[] = ROLES_BY_OPERATION[operation]
  return roles.includes(person.role)
}
