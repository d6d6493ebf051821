import { bodyTooLarge, invalidBody } from '../request-errors.ts'
import { LIMITS } from './limits.ts'

/** A JSON body that was checked and goes to the database as it came: numbers keep all their digits. */
export interface Payload {
  json: string
  /** True when the body is one object, false for an array of them. */
  isObject: boolean
  /** The keys that all of its objects have; with `columns=` those of the first. */
  keys: readonly string[]
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Throws when it is too large or not UTF-8. */
export function bodyText(body: Uint8Array | string | null): string {
  if (body === null) return ''
  if (body.length > LIMITS.bodyBytes) throw bodyTooLarge()
  if (typeof body === 'string') return body
  try {
    return UTF8.decode(body)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

/**
 * Checks a JSON body and finds its keys. Anything but objects and arrays of objects counts as no rows at all.
 * `uniform` demands the same keys of all objects, as PostgREST does where `columns=` does not name them.
 */
export function parsePayload(text: string, uniform: boolean): Payload {
  const value = parseJson(text)
  if (isObject(value)) return { json: text, isObject: true, keys: Object.keys(value) }
  if (!Array.isArray(value)) return { json: '[]', isObject: false, keys: [] }
  const rows: unknown[] = value
  const [first] = rows
  if (first === undefined) return { json: '[]', isObject: false, keys: [] }
  const keys = isObject(first) ? Object.keys(first) : []
  const fits = uniform ? (row: unknown) => isObject(row) && hasExactly(row, keys) : isObject
  if (!rows.every(fits)) throw invalidBody('All object keys must match')
  return { json: text, isObject: false, keys }
}

/** Checks that the content type is JSON, which is also what no content type means. */
export function requireJson(contentType: string | null): void {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json') throw invalidBody(`Content-Type not acceptable: ${type.slice(0, 100)}`)
}

function parseJson(text: string): unknown {
  if (depthOf(text) > LIMITS.bodyDepth)
    throw invalidBody(`The JSON is nested more than ${LIMITS.bodyDepth} deep`)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasExactly(row: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
}

/** How deep brackets nest outside of strings. Looked at before parsing: Postgres' own parser recurses. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') inString = !inString
    else if (inString && character === '\\') at += 1
    else if (inString) continue
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}
