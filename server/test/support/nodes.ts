import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { after } from 'node:test'
import pg from 'pg'
import { LEDGER_TABLES } from '../../src/storage/citus/tables.ts'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'

/** A node that can fail and come back. The server behind it is the coordinator's. */
export type TestNode = {
  port: number
  /** As the service names it. */
  address: string
  connections: { made: number }
  /** Stops responding without closing connections. */
  hang(): void
  stop(): Promise<void>
  start(): Promise<void>
}

/**
 * Makes a server look like the coordinator of a Citus cluster, and returns its other nodes. All of them are this server,
 * and the tables of shards are views of the whole tables.
 */
export async function startNodes(
  client: pg.Client,
  count: number,
  { shardsPerNode = 1 } = {},
): Promise<TestNode[]> {
  await client.query(`
    create table pg_dist_partition (logicalrelid regclass, partmethod "char");
    create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text);
    create table pg_dist_placement (shardid bigint, groupid integer);
    create table node_backends (pid integer, groupid integer);
    create view pg_dist_local_group as select groupid from node_backends where pid = pg_backend_pid();
    create table pg_dist_node (
      nodeid serial, groupid integer, nodename text, nodeport integer, noderole text default 'primary',
      isactive boolean default true, hasmetadata boolean default true, metadatasynced boolean default true
    );
    insert into pg_dist_partition values ('ledgers', 'h');
    insert into pg_dist_node (groupid, nodename, nodeport) values (0, '127.0.0.1', 0);
    grant select on pg_dist_partition, pg_dist_shard, pg_dist_placement, pg_dist_node, pg_dist_local_group
      to ${SERVICE_ROLE}`)
  const { host, port, user, password, database } = client
  const notes = new pg.Client({
    host,
    port,
    ...(user && { user }),
    password: password ?? '',
    database: database ?? '',
  })
  notes.on('error', () => {})
  await notes.connect()
  const width = 2 ** 32 / (count * shardsPerNode)
  const nodes: TestNode[] = []
  for (let group = 1; group <= count; group += 1) {
    const node = await startNode(notes, group)
    nodes.push(node)
    await client.query(
      `insert into pg_dist_node (groupid, nodename, nodeport) values ($1, '127.0.0.1', $2)`,
      [group, node.port],
    )
    for (let shard = (group - 1) * shardsPerNode; shard < group * shardsPerNode; shard += 1)
      await addShard(client, shard, { group, hashMin: -(2 ** 31) + shard * width, width })
  }
  return nodes
}

/** Of `ledgers`, in which the others are named after it. */
export const shardOf = (shard: number): number => 100_000 + 100 * shard

async function addShard(
  client: pg.Client,
  shard: number,
  { group, hashMin, width }: { group: number; hashMin: number; width: number },
): Promise<void> {
  for (const [index, table] of LEDGER_TABLES.entries()) {
    const id = shardOf(shard) + index
    await client.query(`create view ${table}_${id} as select * from ${table}`)
    await client.query(`grant select, insert, update, delete on ${table}_${id} to ${SERVICE_ROLE}`)
    await client.query('insert into pg_dist_shard values ($1, $2, $3, $4)', [
      ...[table, id, String(hashMin), String(hashMin + width - 1)],
    ])
    await client.query('insert into pg_dist_placement values ($1, $2)', [id, group])
  }
}

/** Moves a shard to another node, as far as the catalog says. */
export const moveShard = (client: pg.Client, shard: number, group: number): Promise<unknown> =>
  client.query('update pg_dist_placement set groupid = $1 where shardid between $2 and $3', [
    ...[group, shardOf(shard), shardOf(shard) + LEDGER_TABLES.length - 1],
  ])

/** Notes which backends a node has, before their clients can use them. */
async function startNode(notes: pg.Client, group: number): Promise<TestNode> {
  const { host, port: serverPort } = notes
  const sockets = new Set<Socket>()
  const connections = { made: 0 }
  let isHanging = false
  const server = createServer((down) => {
    connections.made += 1
    const up = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${serverPort}`) : connect(serverPort, host)
    sockets.add(down)
    const note = (pid: number) => notes.query('insert into node_backends values ($1, $2)', [pid, group])
    if (!isHanging) down.pipe(up).pipe(notingBackend(note)).pipe(down)
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
  const address = `127.0.0.1:${port}`
  return { port, address, connections, hang, stop, start: async () => void (await listen(port)) }
}

const BACKEND_KEY_DATA = 'K'.charCodeAt(0)

/** Passes on what a server sends, and notes its process before the client learns that it is ready. */
function notingBackend(note: (pid: number) => Promise<unknown>): Transform {
  let seen = Buffer.alloc(0)
  let isNoted = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isNoted) seen = Buffer.concat([seen, chunk])
      const pid = isNoted ? undefined : pidIn(seen)
      if (pid === undefined) return done(null, chunk)
      isNoted = true
      note(pid).then(
        () => done(null, chunk),
        (error: Error) => done(error),
      )
    },
  })
}

function pidIn(messages: Buffer): number | undefined {
  for (let at = 0; at + 9 <= messages.length; at += 1 + messages.readInt32BE(at + 1))
    if (messages[at] === BACKEND_KEY_DATA) return messages.readInt32BE(at + 5)
  return undefined
}
