import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { posix } from 'node:path/posix'

/** The repository, or the package, which has the pages in the same places. */
const ROOT = new URL('../../../../', import.meta.url)
const INDEX = 'docs/guides/README.md'
export const GUIDES_PATH = '/docs/guides'

/** Pages outside `docs/` that guides link to, by the names that they have below `/docs/guides`. */
const OTHERS = {
  readme: 'README.md',
  changelog: 'CHANGELOG.md',
  security: 'SECURITY.md',
  sdk: 'sdk/README.md',
  shop: 'examples/shop/README.md',
}

/** The files that are served, by name; the index has an empty one. */
export function findGuideFiles(): Map<string, string> {
  const below = ['docs/', 'docs/guides/'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((file) => file.endsWith('.md') && folder + file !== INDEX)
      .map((file): [string, string] => [basename(file, '.md'), folder + file]),
  )
  return new Map([['', INDEX], ...below, ...Object.entries(OTHERS)])
}

export const readGuideFile = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

/** Returns where a relative link of a file leads on the service; undefined if its target is not served. */
export function servedPath(files: Map<string, string>, file: string, link: string): string | undefined {
  const [path = '', heading] = link.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), path))
  const name = [...files].find(([, each]) => each === target)?.[0]
  if (name === undefined) return undefined
  return `${GUIDES_PATH}${name && `/${name}`}${heading === undefined ? '' : `#${heading}`}`
}
