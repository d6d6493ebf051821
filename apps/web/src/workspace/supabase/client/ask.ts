import type { AuthError } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import type { Connect, ServiceClient } from './client.ts'
import { dataFailure, unexpectedAnswer } from './failures.ts'

interface DataAnswer {
  data: unknown
  error: unknown
  status: number
  count: number | null
}

/** A request of the query builder. Its own repeating of failed reads is switched off: the query cache repeats. */
interface DataRequest extends PromiseLike<DataAnswer> {
  retry(enabled: boolean): PromiseLike<DataAnswer>
}

export type Build = (supabase: ServiceClient['supabase']) => DataRequest

/**
 * Sends one data request and parses what comes back.
 * @throws WorkspaceError for every failure, an answer of another shape included.
 */
export async function ask<Schema extends z.ZodMiniType>(
  connect: Connect,
  build: Build,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parse(await succeeded(connect, build), schema)
}

/** The same of a request that asks for a count: how many rows there are without its limit. */
export async function askCounted<Schema extends z.ZodMiniType>(
  connect: Connect,
  build: Build,
  schema: Schema,
): Promise<{ data: z.output<Schema>; total: number }> {
  const answer = await succeeded(connect, build)
  return { data: parse(answer, schema), total: parse({ data: answer.count }, z.number()) }
}

async function succeeded(connect: Connect, build: Build): Promise<DataAnswer> {
  const answer = await send(await connect(), build)
  if (answer.error) throw dataFailure(answer.error, answer.status)
  return answer
}

function parse<Schema extends z.ZodMiniType>(
  { data }: Pick<DataAnswer, 'data'>,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw unexpectedAnswer(parsed.error)
  return parsed.data
}

const halfSignedIn = z.object({
  code: z.literal('42501'),
  message: z.literal('The second factor is missing.'),
})

async function send(client: ServiceClient, build: Build): Promise<DataAnswer> {
  const answer = await build(client.supabase).retry(false)
  const isRenewed = await heedRefusal(client, answer)
  return isRenewed ? build(client.supabase).retry(false) : answer
}

/**
 * Heeds what an answer says of the session. A refused token is renewed once, and the request may be sent again: then it
 * gives true. Where the server has ended the session, it ends here too, for all to hear; where it wants to see a second
 * factor again, the renewed token says so.
 */
export async function heedRefusal(
  { supabase }: ServiceClient,
  { status, error }: Pick<DataAnswer, 'status' | 'error'>,
): Promise<boolean> {
  if (halfSignedIn.safeParse(error).success) await supabase.auth.refreshSession()
  if (status !== 401) return false
  const renewed = await supabase.auth.refreshSession()
  if (renewed.data.session) return true
  if (renewed.error && isFinal(renewed.error)) await supabase.auth.signOut({ scope: 'local' })
  return false
}

/** The auth server has decided; unlike an outage, or too many requests. */
function isFinal({ name, status }: AuthError): boolean {
  return name === 'AuthApiError' && status !== 429
}
