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
interface DataRequest<Answer> extends PromiseLike<Answer> {
  retry(enabled: boolean): PromiseLike<Answer>
}

/** The data of a successful answer, as the database types it. */
type DataOf<Answer> = Answer extends { data: infer Data; error: null } ? Data : never

export type Build<Answer = DataAnswer> = (supabase: ServiceClient['supabase']) => DataRequest<Answer>

/**
 * Sends one data request and gives what the database types: rows of tables, or one value.
 * @throws WorkspaceError for every failure, an empty answer included.
 */
export async function ask<Answer extends DataAnswer>(
  connect: Connect,
  build: Build<Answer>,
): Promise<NonNullable<DataOf<Answer>>> {
  const data = await askOrNull(connect, build)
  if (data === null || data === undefined) throw unexpectedAnswer('Nothing was answered.')
  return data
}

/** The same of a request to which null is an answer. */
export async function askOrNull<Answer extends DataAnswer>(
  connect: Connect,
  build: Build<Answer>,
): Promise<DataOf<Answer>> {
  return (await succeeded(connect, build)).data
}

/** The same of a request to which there is no answer. */
export async function tell(
  connect: Connect,
  build: Build<DataAnswer & { data: null | undefined }>,
): Promise<void> {
  await succeeded(connect, build)
}

/** The same of a request that is answered with JSON, which the database does not type: it is parsed. */
export async function askJson<Schema extends z.ZodMiniType>(
  connect: Connect,
  build: Build,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parsed((await succeeded(connect, build)).data, schema)
}

/** The same of a request that asks for a count: how many rows there are without its limit. */
export async function askCounted<Schema extends z.ZodMiniType>(
  connect: Connect,
  build: Build,
  schema: Schema,
): Promise<{ data: z.output<Schema>; total: number }> {
  const { data, count } = await succeeded(connect, build)
  return { data: parsed(data, schema), total: parsed(count, z.number()) }
}

/** Parses JSON of an answer. @throws WorkspaceError where it has another shape. */
export function parsed<Schema extends z.ZodMiniType>(json: unknown, schema: Schema): z.output<Schema> {
  const { success, data, error } = schema.safeParse(json)
  if (!success) throw unexpectedAnswer(error)
  return data
}

type Success<Answer> = Answer & { data: DataOf<Answer> }

async function succeeded<Answer extends DataAnswer>(
  connect: Connect,
  build: Build<Answer>,
): Promise<Success<Answer>> {
  const answer = await send(await connect(), build)
  if (hasWorked(answer)) return answer
  throw dataFailure(answer.error, answer.status)
}

function hasWorked<Answer extends DataAnswer>(answer: Answer): answer is Success<Answer> {
  return !answer.error
}

const halfSignedIn = z.object({
  code: z.literal('42501'),
  message: z.literal('The second factor is missing.'),
})

async function send<Answer extends DataAnswer>(client: ServiceClient, build: Build<Answer>): Promise<Answer> {
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
