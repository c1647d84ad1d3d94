import { AsyncLocalStorage } from 'node:async_hooks'

/** A piece of work in a trace. */
export type Span = {
  /** Adds what is known only later. */
  set(attributes: Attributes): void
  end(problem?: { message: string }): void
}

type Attributes = Record<string, string | number>

export type SpanOptions = {
  kind?: 'server' | 'client'
  parent?: Span
  /** The header `traceparent` of a caller that traces, too. */
  traceparent?: string | undefined
  links?: Span[]
  /** On the clock of `performance.now`. */
  startedAt?: number
  attributes?: Attributes
}

export type StartSpan = (name: string, options: SpanOptions) => Span

let startWith: StartSpan | undefined
const current = new AsyncLocalStorage<Span | undefined>()

/** Traces from now on; undefined ends it. Without it, nothing below costs more than a comparison. */
export function traceWith(start: StartSpan | undefined): void {
  startWith = start
}

export const isTracing = (): boolean => startWith !== undefined

export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return startWith?.(name, options)
}

/** The span that this work belongs to. */
export const currentSpan = (): Span | undefined => (startWith ? current.getStore() : undefined)

/** Runs work that belongs to a span, or to none. */
export const inSpan = <T>(span: Span | undefined, work: () => T): T => current.run(span, work)
