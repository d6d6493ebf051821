import { mediaTypeNotAvailable } from '../errors/request-errors.ts'
import type { MediaRange } from '../request/media-type.ts'
import type { FunctionSchema } from '../schema-cache/functions.ts'

/** How the rows of an answer are written. */
export type AnswerFormat =
  /** An array of rows, or the one row by itself; with or without the nulls in it. */
  | { kind: 'json'; single: boolean; stripNulls: boolean }
  | { kind: 'csv' }
  /** The values of a function as they are; those of bytea as bytes. */
  | { kind: 'raw'; mediaType: string; binary: boolean }

const OBJECT = /^application\/vnd\.pgrst\.object(?:\+json)?$/
const ARRAY = /^application\/vnd\.pgrst\.array(?:\+json)?$/
const ANY_JSON = ['application/json', 'application/*', '*/*']

/**
 * The first format that the caller can read and that there is: JSON and CSV of everything, plain values of functions
 * that
 * return such. Throws PGRST107 when there is none.
 * Source: https://docs.postgrest.org/en/v14/references/api/media_type_handlers.html
 */
export function chooseFormat(accept: readonly MediaRange[], called: FunctionSchema | null): AnswerFormat {
  for (const { type, stripNulls } of accept) {
    if (OBJECT.test(type)) return { kind: 'json', single: true, stripNulls }
    if (ARRAY.test(type)) return { kind: 'json', single: false, stripNulls }
    if (ANY_JSON.includes(type)) return { kind: 'json', single: false, stripNulls: false }
    if (type === 'text/csv') return { kind: 'csv' }
    const raw = called && rawFormat(type, called)
    if (raw !== null) return raw
  }
  throw mediaTypeNotAvailable(accept.map(({ type }) => type))
}

const RAW_TYPES: Readonly<Record<string, string>> = {
  'application/octet-stream': 'bytea',
  'text/xml': 'xml',
}

function rawFormat(type: string, { result, mediaType, returnedType }: FunctionSchema): AnswerFormat | null {
  if (result.kind !== 'value' && result.kind !== 'values') return null
  const binary = returnedType === 'bytea'
  const fits = type === mediaType || RAW_TYPES[type] === returnedType || (type === 'text/plain' && !binary)
  return fits ? { kind: 'raw', mediaType: type, binary } : null
}

/** The `Content-Type` of an answer in this format. */
export function contentTypeOf(format: AnswerFormat): string {
  switch (format.kind) {
    case 'csv':
      return 'text/csv; charset=utf-8'
    case 'raw':
      return format.mediaType.startsWith('text/') ? `${format.mediaType}; charset=utf-8` : format.mediaType
    case 'json': {
      const { single, stripNulls } = format
      if (!single && !stripNulls) return 'application/json; charset=utf-8'
      const shape = single ? 'object' : 'array'
      return `application/vnd.pgrst.${shape}+json;${stripNulls ? 'nulls=stripped; ' : ' '}charset=utf-8`
    }
  }
}
