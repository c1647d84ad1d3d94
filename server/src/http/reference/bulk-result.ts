import { Type } from 'typebox'
import { refTo } from './open-api-schemas.ts'

/** The result of one item of a list: the response that a single request would get. */
export const BulkResult = (schemaName: string, success: string) =>
  Type.Object(
    { status: Type.String(), message: Type.String(), data: Type.Unknown() },
    {
      schemaName,
      shown: {
        oneOf: [{ $ref: refTo(success) }, { $ref: refTo('Failure') }],
        discriminator: {
          propertyName: 'status',
          mapping: { success: refTo(success), failed: refTo('Failure') },
        },
      },
    },
  )
