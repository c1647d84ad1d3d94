import type { PartnerNodes } from '../../storage/citus/partner-nodes.ts'
import type { Db } from '../../storage/database/database.ts'
import { findLastSeqs } from '../events/event-queries.ts'
import { type EnabledEndpoint, listEnabledEndpoints, listEndpointPage } from './delivery-store.ts'
import type { EndpointKey } from './webhook.ts'

/** Endpoints and ledgers are read apart, because they may be on different nodes. */
type Services = { database: Db; nodes: PartnerNodes }

/**
 * The endpoints of some partners that have events to deliver: the first of every partner, then the second,
 * and so on. Those without failures come first, then the longest due.
 */
export async function findLaggingEndpoints(
  services: Services,
  partnerIds: string[],
): Promise<{ lagging: EnabledEndpoint[]; unavailable: string[] }> {
  const enabled = await listEnabledEndpoints(services.database, partnerIds)
  const { lagging, unavailable } = await keepLagging(services, enabled)
  const counts = new Map<string, number>()
  const numbered = lagging.map((endpoint) => {
    const number = counts.get(endpoint.partnerId) ?? 0
    counts.set(endpoint.partnerId, number + 1)
    return { endpoint, number }
  })
  return {
    lagging: numbered.toSorted((left, right) => left.number - right.number).map(({ endpoint }) => endpoint),
    unavailable,
  }
}

/**
 * Searches a page of all enabled endpoints for partners with events to deliver. `end` is the last endpoint of
 * the page, null if none follows.
 */
export async function searchLaggingEndpoints(
  services: Services,
  { after, countMax }: { after: EndpointKey | null; countMax: number },
): Promise<{ partnerIds: string[]; end: EndpointKey | null }> {
  const page = await listEndpointPage(services.database, { after, countMax })
  const { lagging } = await keepLagging(services, page)
  return {
    partnerIds: lagging.map(({ partnerId }) => partnerId),
    end: page.length < countMax ? null : (page.at(-1) as EndpointKey),
  }
}

async function keepLagging<Endpoint extends { partnerId: string; cursor: bigint }>(
  { database, nodes }: Services,
  endpoints: Endpoint[],
): Promise<{ lagging: Endpoint[]; unavailable: string[] }> {
  const partnerIds = [...new Set(endpoints.map(({ partnerId }) => partnerId))]
  const { rows, unavailable } = await nodes.read(partnerIds, (ids) => findLastSeqs(database, ids))
  const lastSeqs = new Map(rows.map(({ partnerId, last }) => [partnerId, last]))
  return {
    lagging: endpoints.filter(({ partnerId, cursor }) => (lastSeqs.get(partnerId) ?? 0n) > cursor),
    unavailable,
  }
}
