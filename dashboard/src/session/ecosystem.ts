/** As the service has it. The ecosystem stands in a path, so it is looked at here before anything is sent there. */
const ECOSYSTEM_NAME = /^[a-z][a-z0-9-]{1,62}$/

export const REQUIRED = 'This is required.'

export function ecosystemProblem(name: string): string | undefined {
  if (name === '') return REQUIRED
  if (ECOSYSTEM_NAME.test(name)) return undefined
  return 'Must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.'
}
