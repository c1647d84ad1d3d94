import { type TProperties, Type } from 'typebox'
import type { Award } from '../../programme/awards/award.ts'
import { formatCoins } from '../../programme/ledger/coin.ts'
import type { Labels } from '../../programme/ledger/labels.ts'
import { ACTOR_EXAMPLE, ActorData, LabelsData } from '../../programme/ledger/record-data.ts'

/** Every decision on coins has these fields beside the data of its response. */
export const recordFields = {
  balance: Type.String({ description: 'Of the wallet, after this and the settlement that may follow.' }),
  points: Type.String(),
  actor: ActorData,
  ...LabelsData,
}

export const RECORD_EXAMPLE = {
  balance: '12.5',
  points: '16.5',
  actor: ACTOR_EXAMPLE,
  reference: 'order-1042',
  metadata: null,
}

type Recorded = Labels & Pick<Award, 'balance' | 'points' | 'actor'>

export const recordData = ({ balance, points, actor, reference, metadata }: Recorded) => ({
  balance: formatCoins(balance),
  points: formatCoins(points),
  actor,
  reference,
  metadata,
})

export const EventDataOf = <Fields extends TProperties>(schemaName: string, fields: Fields) =>
  Type.Object(fields, { schemaName })
