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

/** What a span is of, of those that OpenTelemetry tells apart. */
type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** What is said of a span. No value of a request, no address, no person. */
export type Said = Attributes

export interface SpanOptions {
  kind?: Kind
  said?: Said
  /** The headers of a request from which a trace goes on: `traceparent` as W3C has it. */
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
 * Looks whether the operator has brought an SDK (`node --import ./tracing.mjs`), which registers itself before the server
 * starts. To be called once, at the start. Source: https://opentelemetry.io/docs/specs/otel/trace/api/
 */
export function traceWhereAsked(): void {
  const provider = trace.getTracerProvider()
  // The API's own provider passes on to that of the SDK; without one it has none to pass on to.
  const isAsked =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('cairn') !== undefined
  tracer = isAsked ? provider.getTracer('cairn') : null
}

/**
 * Does the work within a span, a child of the span that is under way. An error of the work is noted at the span, by its
 * name alone: a message can hold what users wrote. Without an SDK this is the work and nothing else.
 */
export function inSpan<T>(
  name: string,
  work: (say: (said: Said) => void) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  return tracer === null ? work(SAY_NOTHING) : traced(tracer, name, work, options)
}

const SAY_NOTHING = () => {}

/** Whether anything is traced: what would only be put together for a span need not be. */
export function isTracing(): boolean {
  return tracer !== null
}

/** Begins a span that is no parent of others; the answer ends it, once. For waits, whose end is elsewhere. */
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
