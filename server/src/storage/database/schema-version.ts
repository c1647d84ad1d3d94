import { VERSION } from '../../runtime/process/build.ts'
import { type Db, sql } from './database.ts'

export type NeededVersion = { versionMin: string | null }

/** The lowest version that may run on tables with these migrations; undefined if every version may. */
export function lowestVersion(migrations: NeededVersion[]): string | undefined {
  return migrations
    .flatMap(({ versionMin }) => versionMin ?? [])
    .sort(compareVersions)
    .at(-1)
}

/** The lowest version that may run on this database, if this version is older. */
export async function findNewerVersion(db: Db, version = VERSION): Promise<string | undefined> {
  const lowest = lowestVersion(await db.many<NeededVersion>(sql`select version_min from migrations`))
  return lowest !== undefined && isOlder(version, lowest) ? lowest : undefined
}

export const isOlder = (version: string, than: string): boolean => compareVersions(version, than) < 0

function compareVersions(left: string, right: string): number {
  const [lefts, rights] = [numbersOf(left), numbersOf(right)]
  const differs = lefts.findIndex((number, index) => number !== rights[index])
  return differs === -1 ? 0 : (lefts[differs] as number) - (rights[differs] as number)
}

/** What follows the three numbers, as in 0.2.0-rc.1, does not count. */
const numbersOf = (version: string) => (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number)
