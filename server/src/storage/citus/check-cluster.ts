import type pg from 'pg'
import { StartProblem } from '../../runtime/process/start-problem.ts'

export const SETTING = 'DATABASE_SUPERUSER_URL'
const GUIDE = 'docs/citus.md says how to set up a cluster.'

/** Returns the number of nodes that hold shards. Refuses a cluster that cannot take the tables. */
export async function checkCluster(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ isSuperuser: boolean; login: string; version: string | null }>(`
    select rolsuper as "isSuperuser", rolname as login,
      (select extversion from pg_extension where extname = 'citus') as version
    from pg_roles
    where rolname = current_user`)
  const { isSuperuser, login, version } = rows[0] as (typeof rows)[number]
  if (!isSuperuser)
    throw new StartProblem(
      `The user ${login} of ${SETTING} is not a superuser, and only one can distribute tables. ` +
        `Name a superuser there for this command; the service does not need it.`,
    )
  if (version === null)
    throw new StartProblem(
      `The database of ${SETTING} does not have the extension citus. Run "create extension citus" in it on every node. ${GUIDE}`,
    )
  await refuseWorker(client)
  const nodes = await listNodes(client)
  if (nodes.length === 0)
    throw new StartProblem(
      `The cluster has no nodes that hold shards. Add them with citus_add_node on the coordinator. ${GUIDE}`,
    )
  await refuseNodes(client, version)
  return nodes.length
}

async function refuseWorker(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ group: number }>('select groupid as group from pg_dist_local_group')
  if (rows[0]?.group !== 0)
    throw new StartProblem(`${SETTING} names a worker. Name the same database of the coordinator.`)
}

async function listNodes(client: pg.Client): Promise<{ nodeid: number }[]> {
  const { rows } = await client.query<{ nodeid: number }>(`
    select nodeid
    from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards`)
  return rows
}

/** Every node must respond and have the same version of the extension. */
async function refuseNodes(client: pg.Client, version: string): Promise<void> {
  const nodes = await runOnNodes(client, 'all', `select extversion from pg_extension where extname = 'citus'`)
  const problems = nodes.flatMap(({ address, success, result }) => {
    if (!success) return [`${address} does not respond (${result})`]
    return result === version ? [] : [`${address} has version ${result || 'none'} of citus, not ${version}`]
  })
  if (problems.length > 0)
    throw new StartProblem(`Nodes of the cluster are not ready: ${problems.join('; ')}. ${GUIDE}`)
}

export type NodeResult = { address: string; success: boolean; result: string }

/** Runs a statement on nodes with the role of the connection, and returns what each responded. */
export async function runOnNodes(
  client: pg.Client,
  which: 'all' | 'workers',
  statement: string,
): Promise<NodeResult[]> {
  const { rows } = await client.query<NodeResult>(
    `select n.nodename || ':' || n.nodeport as address, r.success, r.result
    from run_command_on_all_nodes($1, give_warning_for_connection_errors => true) r
    join pg_dist_node n on n.nodeid = r.nodeid
    where n.noderole = 'primary' and ($2 = 'all' or n.groupid > 0)
    order by n.nodeid`,
    [statement, which],
  )
  return rows
}
