import { z } from 'zod'
import { badResponseHeaders, badResponseStatus } from '../errors/request-errors.ts'
import type { Outcome } from '../run/outcome.ts'

const headerList = z.array(z.record(z.string(), z.string()))

/** The status that a function chose through `response.status`, otherwise this one. */
export function statusOr(status: number, { status: chosen }: Outcome): number {
  if (chosen === null) return status
  if (!/^[2-5]\d\d$/.test(chosen)) throw badResponseStatus()
  return Number(chosen)
}

/** The server's own headers, or with those that a function set through `response.headers`, which replace them. */
export function overriddenBy(
  { headers: chosen }: Outcome,
  own: Record<string, string>,
): Headers | Record<string, string> {
  if (chosen === null) return own
  const headers = new Headers(own)
  const replaced = new Set<string>()
  for (const [name, value] of parseHeaders(chosen)) {
    try {
      if (replaced.has(name.toLowerCase())) headers.append(name, value)
      else headers.set(name, value)
    } catch (cause) {
      throw badResponseHeaders(cause)
    }
    replaced.add(name.toLowerCase())
  }
  // How long the body is, no function decides.
  const length = own['content-length']
  if (length !== undefined) headers.set('content-length', length)
  return headers
}

function parseHeaders(json: string): [string, string][] {
  try {
    const list = headerList.parse(JSON.parse(json)).map((entry) => Object.entries(entry))
    return list.map((entries) => {
      const [only, ...others] = entries
      if (only === undefined || others.length > 0) throw badResponseHeaders()
      return only
    })
  } catch (cause) {
    throw badResponseHeaders(cause)
  }
}
