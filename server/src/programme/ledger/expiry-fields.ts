import { type TSchemaOptions, Type } from 'typebox'
import { OneOf } from '../../http/input/fields.ts'
import { closed } from '../../http/input/unknown-fields.ts'
import {
  EXPIRY_ENDS,
  EXPIRY_PERIOD,
  EXPIRY_PERIOD_MUST,
  type Expiry,
  type RuleExpiry,
} from './coin-expiry.ts'

const EndField = (place: TSchemaOptions = {}) => OneOf(EXPIRY_ENDS, { schemaName: 'CoinExpiryEnd', ...place })

const PeriodField = (place: TSchemaOptions = {}) =>
  Type.String({
    description: 'A period of ISO 8601 in days, months or years: from 1 day to 10 years.',
    examples: ['P12M'],
    ...place,
  })

const ExpiryBody = Type.Object(
  {
    after: PeriodField({
      pattern: EXPIRY_PERIOD.source,
      must: EXPIRY_PERIOD_MUST,
      description: 'By ISO 8601.',
    }),
    until: Type.Optional(
      EndField({
        default: 'month',
        description: 'Coins expire at the end of the day, month or year in which that time is over.',
      }),
    ),
  },
  {
    schemaName: 'CoinExpiryChange',
    description: 'How long coins live from the day on which they are available.',
  },
)

export const ExpiryData = Type.Object(
  { after: PeriodField(), until: EndField() },
  {
    schemaName: 'CoinExpiry',
    description: 'How long coins live from the day on which they are available, and to the end of what.',
    examples: [{ after: 'P12M', until: 'month' }],
  },
)

const Never = () => OneOf(['never'])

/** Its properties stand beside the other types, so that a problem names the field and `until` gets its default. */
const expiryInput = <Value>(
  types: string[],
  documented: Parameters<typeof Type.Union>[0],
  place: TSchemaOptions,
) => {
  const { schemaName: _, description: __, ...object } = ExpiryBody as typeof ExpiryBody & TSchemaOptions
  return Type.Unsafe<Value>({
    ...object,
    ...place,
    type: ['object', 'null', ...types],
    documentedAs: Type.Union([closed(ExpiryBody), ...documented, Type.Null()]),
  })
}

export const ExpiryField = (place: TSchemaOptions) =>
  expiryInput<Expiry | null>([], [], {
    must: 'be null, or an object such as {"after": "P12M", "until": "month"}',
    ...place,
  })

export const RuleExpiryField = (place: TSchemaOptions) =>
  expiryInput<RuleExpiry>(['string'], [Never()], {
    // Applies to texts only.
    pattern: '^never$',
    must: 'be null, "never" or an object such as {"after": "P12M", "until": "month"}',
    ...place,
  })

export const RuleExpiryData = (place: TSchemaOptions) => Type.Union([ExpiryData, Never(), Type.Null()], place)
