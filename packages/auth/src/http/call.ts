import { isIP } from 'node:net'
import { z } from 'zod'
import { badJson, bodyTooLarge, validationFailed } from '../errors/errors.ts'
import type { CallContext } from '../model/call-context.ts'
import type { Device } from '../model/session.ts'

/** A request on its way through a flow. */
export interface Call extends CallContext {
  request: Request
  url: URL
  /** What stands in the places of the route's path that have a name. */
  params: ReadonlyMap<string, string>
}

const uuid = z.uuid()

/** An id out of the path. Anything else than one names nothing: throws what is thrown for that. */
export function uuidIn(call: Call, name: string, notFound: () => Error): string {
  const parsed = uuid.safeParse(call.params.get(name))
  if (!parsed.success) throw notFound()
  return parsed.data.toLowerCase()
}

/** Nothing that this protocol carries is larger. */
const MAX_BODY_BYTES = 65_536
const MAX_USER_AGENT_LENGTH = 512

/** Reads and checks a JSON body, as large as most may be unless said otherwise. Throws 413, `bad_json` or `validation_failed`. */
export async function readBody<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
  maxBytes = MAX_BODY_BYTES,
): Promise<z.output<Schema>> {
  return check(schema, parseJson(await readText(call.request, maxBytes)))
}

/** The same where the body may be left out altogether. */
export async function readOptionalBody<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readText(call.request, MAX_BODY_BYTES)
  return check(schema, text === '' ? {} : parseJson(text))
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw validationFailed(
    field === '' ? 'The request body has to be an object' : `${field}: ${issue?.message}`,
  )
}

/** Reads the fields of a form. Throws 413, or `bad_json` for what is no text. */
export async function readForm({ request }: Call, maxBytes: number): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request, maxBytes))
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw bodyTooLarge(maxBytes)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw badJson()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badJson()
  }
}

/** Where the caller sits, for the session's row. */
export function deviceOf(call: Call): Device {
  const address = call.clientAddress.replace(/%.*$/, '')
  return {
    userAgent: call.request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    address: isIP(address) === 0 ? null : address,
  }
}

/** A text that clients may also send as null or empty when they have nothing to say. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value || null)
