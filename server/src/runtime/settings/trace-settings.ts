import { oneOf, parseShare, parseTraceEndpoint, parseTraceHeaders, parseTraceResource } from './parsers.ts'
import type { Setting } from './setting.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Named as OpenTelemetry names them. */
export const TRACE_SETTINGS = {
  traceEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about: 'Where to send OpenTelemetry traces, over OTLP/HTTP, such as http://127.0.0.1:4318.',
    more: 'The path /v1/traces is added.',
    unsetMeans: 'no traces',
    parse: parseTraceEndpoint,
  },
  traceHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about:
      'Headers to send traces with, such as authorization=Bearer%20abc, comma-separated and percent-encoded.',
    default: '',
    isSecret: true,
    parse: parseTraceHeaders,
  },
  traceService: {
    name: 'OTEL_SERVICE_NAME',
    about: 'The name of the service in its traces.',
    unsetMeans: '`service.name` of OTEL_RESOURCE_ATTRIBUTES, or `laurel`',
    parse: (text: string) => text,
  },
  traceResource: {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    about:
      'What else traces say of the service, such as deployment.environment.name=staging, comma-separated and percent-encoded.',
    default: '',
    parse: parseTraceResource,
  },
  traceSampler: {
    name: 'OTEL_TRACES_SAMPLER',
    about: `Which requests to trace: ${SAMPLERS.join(', ')}.`,
    more: 'With `parentbased_`, the sampled flag of a `traceparent` decides first.',
    default: 'parentbased_traceidratio',
    parse: oneOf(...SAMPLERS),
  },
  traceShare: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    about: 'The share of requests that a sampler with `traceidratio` traces, from 0 to 1.',
    default: '1',
    parse: parseShare,
  },
} satisfies Record<string, Setting<unknown>>
