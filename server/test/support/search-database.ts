import type { TestService } from './service.ts'

/** The tables in which one of these texts is, in any column, also as bytes. Every table of the database is read. */
export async function tablesWith(
  { query }: Pick<TestService, 'query'>,
  texts: string[],
): Promise<{ table: string; row: string }[]> {
  const tables = await query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`)
  const patterns = texts
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), Buffer.from(text).toString('hex')])
    .map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const hits: { table: string; row: string }[] = []
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(
      `select t::text as row from ${name} t where t::text ilike any($1) limit 3`,
      [patterns],
    )
    hits.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  return hits
}
