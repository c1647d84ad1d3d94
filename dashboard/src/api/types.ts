import type { operations } from './schema.d.ts'

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never
type SuccessOf<Responses> = Responses extends { 201: infer Created }
  ? Created
  : Responses extends { 200: infer Done }
    ? Done
    : never

type OperationId = keyof operations

/** The data of an operation's success response. */
export type DataOf<Id extends OperationId> =
  JsonOf<SuccessOf<operations[Id]['responses']>> extends { data: infer Data } ? Data : never

/** The request body of an operation. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The query parameters of an operation. */
export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>
