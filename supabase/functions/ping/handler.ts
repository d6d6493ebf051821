import type { ServerFunction } from '../_shared/server-function.ts'
import { pingOf } from './address.ts'
import { noPing, OK, said, tooMany, wrongMethod } from './answers.ts'
import { noteOf } from './note.ts'

/** The database counts by the minute. */
const ONE_MINUTE_S = 60

/**
 * Takes the call of a heartbeat, as the server's own address `/p/…` does, on any Supabase. Who calls has the address and
 * nothing else; the procedure decides.
 */
export const ping: ServerFunction = async (request, call) => {
  if (request.method !== 'POST') return wrongMethod('POST')
  const { pathname, searchParams } = new URL(request.url)
  // Supabase leaves out what stands before the name of the function, this server does not.
  const asked = pingOf(pathname.replace(/^(?:\/functions\/v1)?\/ping\/?/, ''), searchParams)
  if (typeof asked === 'string') return noPing(asked)
  const note = noteOf(new Uint8Array(await request.arrayBuffer()))
  const answer = await call('ping', { ...asked, note })
  await answer.body?.cancel()
  return answerTo(answer)
}

function answerTo({ ok, status, headers }: Response): Response {
  if (ok) return OK()
  if (status === 404) return noPing('not found')
  if (status === 400) return noPing('invalid url format')
  const retryAfter = headers.get('retry-after')
  if (status === 429) return tooMany(retryAfter ?? ONE_MINUTE_S)
  return said('try again later', 503, { 'retry-after': retryAfter ?? '1' })
}
