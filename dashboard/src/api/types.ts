import type { operations } from './schema.d.ts'

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never
type SuccessOf<Responses> = Responses extends { 201: infer Created }
  ? Created
  : Responses extends { 200: infer Done }
    ? Done
    : never

type OperationId = keyof operations

/** The data that an operation of the API answers with. */
export type DataOf<Id extends OperationId> =
  JsonOf<SuccessOf<operations[Id]['responses']>> extends { data: infer Data } ? Data : never

/** The body that an operation of the API takes. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The parameters in the query of an operation. */
export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>
