import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'

type Address = Pick<Config, 'host' | 'port'>

/** How many ports above a taken one are tried for the advice. */
const PORTS_TRIED = 20

/** Opens the port, and resolves to its number: with PORT=0 the system chooses one. */
export async function listenOn(app: FastifyInstance, address: Address): Promise<number> {
  try {
    await app.listen({ host: address.host, port: address.port })
  } catch (error) {
    throw (await describeProblem(error, address)) ?? error
  }
  return (app.server.address() as AddressInfo).port
}

/** Opens the port and closes it at once, so that a taken port is known before anything else has begun. */
export async function requireFreePort(address: Address, command = 'npm start'): Promise<void> {
  const error = await tryPort(address)
  if (error) throw (await describeProblem(error, address, command)) ?? error
}

async function tryPort({ host, port }: Address): Promise<unknown> {
  const server = createServer()
  try {
    await once(server.listen({ host, port }), 'listening')
    await new Promise((resolve) => server.close(resolve))
    return undefined
  } catch (error) {
    return error
  }
}

async function describeProblem(
  error: unknown,
  { host, port }: Address,
  command = 'npm start',
): Promise<StartProblem | undefined> {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    const free = await findFreePort({ host, port: port + 1 })
    return new StartProblem(
      `Port ${port} on ${host} is taken by another program; use another port: PORT=${free} ${command}`,
    )
  }
  if (code === 'EACCES')
    return new StartProblem(`This user may not use port ${port}. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartProblem(`HOST ${host} is not an address of this machine.`)
  return undefined
}

/** The next port that is free, or 0, with which the system chooses one. */
async function findFreePort({ host, port }: Address): Promise<number> {
  for (let next = port; next < port + PORTS_TRIED && next <= 65_535; next += 1)
    if (!(await tryPort({ host, port: next }))) return next
  return 0
}
