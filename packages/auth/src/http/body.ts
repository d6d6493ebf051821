import { z } from 'zod'
import { badJson, bodyTooLarge, validationFailed } from '../errors/auth-errors.ts'
import type { Call } from './call.ts'

/** Nothing that this protocol carries is larger. */
const MAX_BODY_BYTES = 65_536

/** Reads and checks a JSON body. Throws `request_entity_too_large`, `bad_json` or `validation_failed`. */
export async function readBody<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
  maxBytes = MAX_BODY_BYTES,
): Promise<z.output<Schema>> {
  return check(schema, parseJson(await readText(call.request, maxBytes)))
}

/** The same where the body may be left out. */
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

/** Reads the fields of a form. Throws `request_entity_too_large`, or `bad_json` for a body that is not UTF-8. */
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

/** A field that clients may leave out, or send as null or empty. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value || null)
