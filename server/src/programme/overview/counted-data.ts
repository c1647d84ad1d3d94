import { Type } from 'typebox'
import { Nullable } from '../../http/input/fields.ts'
import type { ReadEdition } from './edition-store.ts'

const EventNumber = (description: string) => Type.Integer({ minimum: 0, description })

/** What every response from the counts says about them. */
export const countedFields = {
  timeZone: Type.String({ description: 'The time zone in which the days of this response begin.' }),
  counted: Type.Object(
    {
      events: EventNumber('The number of the last counted event.'),
      behind: EventNumber('Later events that are not counted yet.'),
    },
    {
      schemaName: 'OverviewCounted',
      description:
        'Events before the request are counted, unless so many are waiting that counting takes a while.',
    },
  ),
  recount: Nullable(
    Type.Object(
      {
        timeZone: Type.String({ description: 'The new time zone of the programme.' }),
        events: EventNumber('How many events are counted in it.'),
        behind: EventNumber('Events that are left to count.'),
      },
      {
        schemaName: 'Recount',
        description:
          'The time zone was changed and the days are being counted again. Until then, responses show days of the former zone.',
      },
    ),
  ),
}

export const COUNTED_EXAMPLE = { timeZone: 'UTC', counted: { events: 214, behind: 0 }, recount: null }

export const countedData = ({ timeZone, counted, last, recountZone, recounted }: ReadEdition) => ({
  timeZone,
  counted: { events: Number(counted), behind: Number(last - counted) },
  recount:
    recountZone === null || recounted === null
      ? null
      : { timeZone: recountZone, events: Number(recounted), behind: Number(last - recounted) },
})
