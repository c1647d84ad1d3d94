import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import type pg from 'pg'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'

/** A node that can fail and come back. The server behind it is the coordinator's. */
export type TestNode = {
  port: number
  connections: { made: number }
  /** Stops responding without closing connections. */
  hang(): void
  stop(): Promise<void>
  start(): Promise<void>
}

/** Makes a server look like the coordinator of a Citus cluster, and returns its other nodes. */
export async function startNodes(client: pg.Client, count: number): Promise<TestNode[]> {
  await client.query(`
    create table pg_dist_partition (logicalrelid regclass, partmethod "char");
    create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text);
    create table pg_dist_placement (shardid bigint, groupid integer);
    create table pg_dist_node (
      groupid integer, nodename text, nodeport integer, noderole text default 'primary',
      isactive boolean default true, hasmetadata boolean default true, metadatasynced boolean default true
    );
    insert into pg_dist_partition values ('ledgers', 'h');
    insert into pg_dist_node (groupid, nodename, nodeport) values (0, '127.0.0.1', 0);
    grant select on pg_dist_partition, pg_dist_shard, pg_dist_placement, pg_dist_node to ${SERVICE_ROLE}`)
  const width = 2 ** 32 / count
  const nodes: TestNode[] = []
  for (let group = 1; group <= count; group += 1) {
    const node = await startNode(client)
    nodes.push(node)
    const hashMin = -(2 ** 31) + (group - 1) * width
    await client.query(
      `insert into pg_dist_node (groupid, nodename, nodeport) values ($1, '127.0.0.1', $2)`,
      [group, node.port],
    )
    await client.query(`insert into pg_dist_shard values ('ledgers', $1, $2, $3)`, [
      group,
      String(hashMin),
      String(hashMin + width - 1),
    ])
    await client.query('insert into pg_dist_placement values ($1::integer, $1)', [group])
  }
  return nodes
}

async function startNode({ host, port: serverPort }: pg.Client): Promise<TestNode> {
  const sockets = new Set<Socket>()
  const connections = { made: 0 }
  let isHanging = false
  const server = createServer((down) => {
    connections.made += 1
    const up = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${serverPort}`) : connect(serverPort, host)
    sockets.add(down)
    if (!isHanging) down.pipe(up).pipe(down)
    down.on('close', () => {
      sockets.delete(down)
      up.destroy()
    })
    up.on('close', () => down.destroy())
    for (const socket of [up, down]) socket.on('error', () => {})
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  const hang = () => {
    isHanging = true
    for (const socket of sockets) socket.unpipe()
  }
  const stop = async () => {
    if (!server.listening) return
    isHanging = false
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  after(stop)
  return { port, connections, hang, stop, start: async () => void (await listen(port)) }
}
