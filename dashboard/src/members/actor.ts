/** The caller of something that was decided. */
export type Actor = { kind: 'client' | 'team' | 'user' | 'system'; name: string }

/** "web server (client secret)", or the address of a person. */
export function actorText({ kind, name }: Actor): string {
  if (kind === 'system') return 'the service'
  if (kind === 'client') return `${name} (client secret)`
  return name || `a ${kind === 'team' ? 'team member' : 'user'}`
}
