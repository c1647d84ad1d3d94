const LENGTH_MAX = 63
const LENGTH_MIN = 2

/** Letters a to z and digits, with hyphens between words, from the first letter on. Empty when too little is left. */
function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, LENGTH_MAX)
    .replace(/-+$/, '')
  return slug.length < LENGTH_MIN ? '' : slug
}

/**
 * The ecosystem for a business: its name as a part of an address. A name in other letters than these has none; then
 * the domain of the e-mail address stands in for it.
 */
export function ecosystemOf({ business, email }: { business: string; email: string }): string {
  const [, domain = ''] = email.split('@')
  return slugOf(business) || slugOf(domain.split('.').at(-2) ?? '')
}
