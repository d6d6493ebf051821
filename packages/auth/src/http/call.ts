import { isIP } from 'node:net'
import { z } from 'zod'
import type { CallContext } from '../model/call-context.ts'
import type { Device } from '../model/session.ts'

/** A request on its way through a flow. */
export interface Call extends CallContext {
  request: Request
  url: URL
  /** What stands in the places of the route's path that have a name. */
  params: Readonly<Record<string, string>>
}

const uuid = z.uuid()

/** An id out of the path. Anything else than one names nothing: throws what is thrown for that. */
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
