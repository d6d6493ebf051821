import { bodyTooLarge, invalidBody, tooManyRows } from '../errors/request-errors.ts'
import { parseCsv } from './csv.ts'
import { LIMITS } from './limits.ts'

/** The contents of a body. */
export type Body =
  | JsonPayload
  /** A form sent to a function: arguments as texts. */
  | { kind: 'form'; arguments: readonly (readonly [string, string])[] }
  /** A text or bytes for the one unnamed parameter of a function. */
  | { kind: 'raw'; type: RawType; value: string }

/** A JSON body that was checked and goes to the database as it came: numbers keep all their digits. */
export interface JsonPayload {
  kind: 'json'
  json: string
  /** True when the body is one object, false for an array of objects. */
  isObject: boolean
  /** False for CSV: its lines are rows, and not a document that a parameter without a name could take. */
  isDocument: boolean
  rows: number
  /** The keys that all of its objects have; with `columns=` the keys of the first object. */
  keys: readonly string[]
}

/** The type of the parameter that a raw body fits. */
type RawType = 'text' | 'xml' | 'bytea'

const RAW_TYPES: Readonly<Record<string, RawType>> = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytea',
}

/** Reads the body of a call: JSON, a form, or one value. */
export function parseCallBody(body: RawBody, contentType: string, uniform: boolean): Body {
  const raw = Object.hasOwn(RAW_TYPES, contentType) ? RAW_TYPES[contentType] : undefined
  if (raw === 'bytea') return { kind: 'raw', type: raw, value: `\\x${bytesOf(body).toString('hex')}` }
  const text = bodyText(body)
  if (raw !== undefined) return { kind: 'raw', type: raw, value: withoutNul(text) }
  if (contentType === FORM) return { kind: 'form', arguments: parseForm(text) }
  if (contentType === 'text/csv') {
    return { ...parsePayload(JSON.stringify(parseCsv(text)), uniform), isDocument: false }
  }
  requireJson(contentType)
  return parsePayload(text === '' ? '{}' : text, uniform)
}

/** Reads rows for a table: JSON, CSV, or a form with one row. Throws when there are more than one request may write. */
export function parseRows(body: RawBody, contentType: string, uniform: boolean): JsonPayload {
  const payload = parsePayload(jsonOfRows(bodyText(body), contentType), uniform)
  if (payload.rows > LIMITS.bodyRows) throw tooManyRows(LIMITS.bodyRows)
  return payload
}

function jsonOfRows(text: string, contentType: string): string {
  if (contentType === 'text/csv') return JSON.stringify(parseCsv(text))
  if (contentType === FORM) return JSON.stringify(Object.fromEntries(parseForm(text)))
  requireJson(contentType)
  return text
}

const FORM = 'application/x-www-form-urlencoded'

function parseForm(text: string): [string, string][] {
  return [...new URLSearchParams(text)].map(([key, value]) => [withoutNul(key), withoutNul(value)])
}

/** Refuses a text with NUL, which Postgres cannot store. */
function withoutNul(text: string): string {
  if (text.includes('\0')) throw invalidBody('The body holds a NUL character')
  return text
}

type RawBody = Uint8Array | string | null

function bytesOf(body: RawBody): Buffer {
  if (body !== null && body.length > LIMITS.bodyBytes) throw bodyTooLarge()
  return body === null ? Buffer.alloc(0) : Buffer.from(body)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Throws when it is too large or not UTF-8. */
function bodyText(body: RawBody): string {
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
function parsePayload(text: string, uniform: boolean): JsonPayload {
  const shared = { kind: 'json', isDocument: true } as const
  const value = parseJson(text)
  if (isObject(value)) return { ...shared, json: text, isObject: true, rows: 1, keys: Object.keys(value) }
  const none = { ...shared, json: '[]', isObject: false, rows: 0, keys: [] }
  if (!Array.isArray(value)) return none
  const rows: unknown[] = value
  const [first] = rows
  if (first === undefined) return none
  const keys = isObject(first) ? Object.keys(first) : []
  const fits = uniform ? (row: unknown) => isObject(row) && hasExactly(row, keys) : isObject
  if (!rows.every(fits)) throw invalidBody('All object keys must match')
  return { ...shared, json: text, isObject: false, rows: rows.length, keys }
}

function requireJson(contentType: string): void {
  if (contentType !== 'application/json') {
    throw invalidBody(`Content-Type not acceptable: ${contentType.slice(0, 100)}`)
  }
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

/** How deep brackets nest outside of strings. Checked before parsing, because Postgres' own parser recurses. */
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
