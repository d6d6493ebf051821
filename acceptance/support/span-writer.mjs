import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api'

/**
 * The least that is an SDK, for tests: `node --import` loads it before the server, as it would an operator's. Each span that
 * ends is a line of JSON in the file SPANS_FILE.
 */
const file = process.env.SPANS_FILE

const storage = new AsyncLocalStorage()
context.setGlobalContextManager({
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, work, self, ...parameters) => storage.run(active, () => work.apply(self, parameters)),
  bind: (_active, target) => target,
  enable() {
    return this
  },
  disable() {
    return this
  },
})

propagation.setGlobalPropagator({
  inject() {},
  extract(active, carrier, getter) {
    const [, traceId, spanId] = String(getter.get(carrier, 'traceparent')).split('-')
    if (spanId === undefined) return active
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: 1, isRemote: true })
  },
  fields: () => ['traceparent'],
})

function startSpan(name, { attributes = {}, kind } = {}, parent = context.active()) {
  const above = trace.getSpanContext(parent)
  const own = {
    traceId: above?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    traceFlags: 1,
  }
  const said = {
    name,
    kind,
    ...own,
    parent: above?.spanId ?? null,
    failed: false,
    attributes: { ...attributes },
  }
  const span = {
    spanContext: () => own,
    setAttribute(key, value) {
      said.attributes[key] = value
      return span
    },
    setAttributes(more) {
      Object.assign(said.attributes, more)
      return span
    },
    setStatus({ code }) {
      said.failed = code === 2
      return span
    },
    updateName: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    recordException() {},
    isRecording: () => true,
    end: () => appendFileSync(file, `${JSON.stringify(said)}\n`),
  }
  return span
}

const tracer = {
  startSpan,
  startActiveSpan(name, options, parent, work) {
    const span = startSpan(name, options, parent)
    return context.with(trace.setSpan(parent, span), () => work(span))
  },
}
trace.setGlobalTracerProvider({ getTracer: () => tracer })
