import { isIP } from 'node:net'
import { z } from 'zod'
import type { CallContext } from '../model/call-context.ts'
import type { Device } from '../model/session.ts'

/** A request, with what the server knows about it. */
export interface Call extends CallContext {
  request: Request
  url: URL
  /** The named parameters of the route's path. */
  params: Readonly<Record<string, string>>
}

const uuid = z.uuid()

/** A UUID in the path, in lower case. Throws what `notFound` makes when the parameter is no UUID. */
export function uuidIn(call: Call, name: string, notFound: () => Error): string {
  const parsed = uuid.safeParse(call.params[name])
  if (!parsed.success) throw notFound()
  return parsed.data.toLowerCase()
}

const MAX_USER_AGENT_LENGTH = 512

/** Where the caller sits, for the session's row. */
export function deviceOf(call: Call): Device {
  const address = call.clientAddress.replace(/%.*$/, '')
  return {
    userAgent: call.request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    address: isIP(address) === 0 ? null : address,
  }
}
