import {
  type Attributes,
  context,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** The kinds of spans in OpenTelemetry. */
type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** The attributes of a span. They contain no value of a request, no address, no person. */
export type Said = Attributes

export interface SpanOptions {
  kind?: Kind
  said?: Said
  /** The headers of a request that continue a trace: `traceparent` as W3C defines it. */
  continues?: Readonly<Record<string, string | readonly string[] | undefined>>
}

const KINDS: Record<Kind, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** Null while no SDK has registered itself: then nothing is traced. */
let tracer: Tracer | null = null

/**
 * Checks whether the operator has loaded an SDK (`node --import ./tracing.mjs`), which registers itself before the
 * server starts. Has to be called once, at the start. Source: https://opentelemetry.io/docs/specs/otel/trace/api/
 */
export function traceWhereAsked(): void {
  const provider = trace.getTracerProvider()
  // The API's own provider delegates to that of the SDK; without one it has no delegate.
  const isAsked =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('cairn') !== undefined
  tracer = isAsked ? provider.getTracer('cairn') : null
}

/**
 * Does the work within a span, a child of the current span. An error of the work is recorded at the span, by its name
 * alone: a message can contain user input. Without an SDK this only does the work.
 */
export function inSpan<T>(
  name: string,
  work: (say: (said: Said) => void) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  return tracer === null ? work(SAY_NOTHING) : traced(tracer, name, work, options)
}

const SAY_NOTHING = () => {}

/** Whether tracing is on: values that only a span needs are not computed otherwise. */
export function isTracing(): boolean {
  return tracer !== null
}

/**
 * Begins a span that is no parent of others; the returned function ends it, once. For waits, whose end is elsewhere.
 */
export function beginSpan(name: string, { kind = 'internal', said = {} }: SpanOptions = {}): () => void {
  if (tracer === null) return SAY_NOTHING
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: said })
  let hasEnded = false
  return () => {
    if (!hasEnded) span.end()
    hasEnded = true
  }
}

async function traced<T>(
  from: Tracer,
  name: string,
  work: (say: (said: Said) => void) => Promise<T>,
  { kind = 'internal', said = {}, continues }: SpanOptions,
): Promise<T> {
  const parent = continues === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, continues)
  const options = { kind: KINDS[kind], attributes: said }
  return from.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work((more) => void span.setAttributes(more))
    } catch (error) {
      noteFailure(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

function noteFailure(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
}
