import { Type } from 'typebox'
import { STREAM_ENDS } from '../../feed/events/event-stream.ts'
import { USER_STREAMS } from '../../feed/events/stream-registry.ts'
import { After, type StreamServices, streamRoute } from '../../feed/events/stream-route.ts'
import { partnerOf } from '../../http/edge/request-caller.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { ReadServices } from '../../programme/read-batches/send-read.ts'
import { OWN_EVENT_EXAMPLES, OwnEventData, ownEventData } from './own-event-data.ts'
import { ownMember } from './own-member.ts'

export function ownEventRoutes(app: App, services: ReadServices & StreamServices): void {
  streamRoute(app, services, {
    path: '/laas/me/events/stream',
    id: 'streamMyEvents',
    tag: 'Me',
    summary: 'Follow your own events live',
    description: `Sends what was decided on the coins of the token's user after \`after\`, then each new decision, as server-sent events, like \`streamEvents\`. \`data\` has what concerns the user alone. Reconnect with \`Last-Event-ID\` to continue; the numbers are those of the partner, so they have gaps. The stream ends with its token; connect again with a new one. When the service ends the stream, the last event is \`end\`, with \`reason\` (${Object.keys(STREAM_ENDS).join(', ')}). A user can have ${USER_STREAMS.perUserMax} open streams, and the users of a partner ${USER_STREAMS.perPartnerMax}, per process.`,
    query: Type.Object({ after: After() }),
    event: OwnEventData,
    examples: OWN_EVENT_EXAMPLES,
    // Users have streams of their own, so that they cannot use up those of partners.
    streamsMax: Math.floor(services.config.eventStreamsMax / 2),
    limits: USER_STREAMS,
    async select(request) {
      const { userId } = await services.reads.read(partnerOf(request), (batch) => ownMember(batch, request))
      return { types: null, owner: { userId, show: ownEventData } }
    },
  })
}
