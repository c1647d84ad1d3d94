import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { StartProblem } from '../process/start-problem.ts'

/** Opens the port, and resolves to its number: with PORT=0 the system chooses one. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartProblem(
        `Port ${port} on ${host} is taken by another program. Stop that program, or set PORT to another port.`,
      )
    }
    if (code === 'EACCES')
      throw new StartProblem(`This user may not use port ${port}. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartProblem(`HOST ${host} is not an address of this machine.`)
    throw error
  }
  return (app.server.address() as AddressInfo).port
}
