import { mediaTypeNotAvailable } from '../errors/request-errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { MediaRange } from '../request/media-type.ts'
import type { FunctionSchema } from '../schema-cache/functions.ts'
import { ANY_TYPE, answeredAs, type MediaHandler } from '../schema-cache/media-handlers.ts'
import type { Relation } from '../schema-cache/relation.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
type PlanOption = (typeof PLAN_OPTIONS)[number]

/** The format of a response. */
export type AnswerFormat =
  | BodyFormat
  /** The query plan of Postgres. */
  | { kind: 'plan'; written: 'json' | 'text'; options: readonly PlanOption[]; of: BodyFormat }

/** The format in which rows and values are written. */
type BodyFormat =
  /** An array of rows, or a single row as an object; with or without its nulls. */
  | { kind: 'json'; single: boolean; stripNulls: boolean }
  | { kind: 'csv' }
  /** The values of a function as they are, or the result of an aggregate over the rows; values of bytea as bytes. */
  | { kind: 'raw'; mediaType: string; binary: boolean; by: MediaHandler | null }

const OBJECT = /^application\/vnd\.pgrst\.object(?:\+json)?$/
const ARRAY = /^application\/vnd\.pgrst\.array(?:\+json)?$/
const ANY_JSON = ['application/json', 'application/*', '*/*']

/** The sources of formats that only some responses have. */
export interface FormatSource {
  /** The function whose values are the response. */
  called?: FunctionSchema
  /** The relation whose rows are the response as they are: with all of their columns. */
  whole?: Relation | null
  /** True for a caller who may see plans. */
  plans?: boolean | undefined
}

/** The relation, where a request selects all of its columns by a star. */
export function wholeOf(
  { select: [first, ...others] }: Pick<ApiRequest, 'select'>,
  relation: Relation,
): Relation | null {
  return (first === undefined || first.kind === 'all') && others.length === 0 ? relation : null
}

/**
 * The first available format that the caller accepts: JSON and CSV for everything, plain values for functions that
 * return them, and the results of the schema's aggregates over rows; those take precedence over JSON and CSV. Throws
 * PGRST107 when there is none. Source: https://docs.postgrest.org/en/v14/references/api/media_type_handlers.html
 */
export function chooseFormat(
  cache: Handlers,
  accept: readonly MediaRange[],
  source: FormatSource,
): AnswerFormat {
  for (const range of accept) {
    const format =
      range.plan === undefined ? bodyFormat(cache, range, source) : planFormat(cache, range, source)
    if (format !== null) return format
  }
  throw mediaTypeNotAvailable(accept.map(({ type }) => type))
}

type Handlers = Pick<SchemaCache, 'mediaHandlers'>

function planFormat(cache: Handlers, { type, plan }: MediaRange, source: FormatSource): AnswerFormat | null {
  if (plan === undefined || source.plans !== true) return null
  const of = bodyFormat(cache, { type: plan.of, stripNulls: false }, source)
  if (of === null) return null
  const options = PLAN_OPTIONS.filter((option) => plan.options.includes(option))
  return { kind: 'plan', written: type.endsWith('+json') ? 'json' : 'text', options, of }
}

function bodyFormat(
  { mediaHandlers }: Handlers,
  { type, stripNulls }: MediaRange,
  { called, whole = null }: FormatSource,
): BodyFormat | null {
  const own = whole === null ? undefined : mediaHandlers.get(whole)
  const ofAny = called === undefined || 'relation' in called.result ? mediaHandlers.get(null) : undefined
  if (OBJECT.test(type)) return { kind: 'json', single: true, stripNulls }
  if (ARRAY.test(type)) return { kind: 'json', single: false, stripNulls }
  const by = own?.get(ANY_TYPE) ?? own?.get(type) ?? ofAny?.get(type)
  if (by !== undefined) return { kind: 'raw', mediaType: by.mediaType, binary: by.binary, by }
  const raw = called === undefined ? null : rawFormat(type, called)
  if (raw !== null) return raw
  if (ANY_JSON.includes(type)) return { kind: 'json', single: false, stripNulls: false }
  return type === 'text/csv' ? { kind: 'csv' } : null
}

const RAW_TYPES: Readonly<Record<string, string>> = {
  'application/octet-stream': 'bytea',
  'text/xml': 'xml',
}

/** The format of a function's single value. Several values make several rows, which only JSON and CSV can contain. */
function rawFormat(
  type: string,
  { result, mediaType, returnedType, binary }: FunctionSchema,
): BodyFormat | null {
  if (result.kind !== 'value') return null
  if (mediaType === ANY_TYPE) return { kind: 'raw', mediaType: answeredAs(mediaType), binary, by: null }
  const fits = type === mediaType || RAW_TYPES[type] === returnedType || (type === 'text/plain' && !binary)
  return fits ? { kind: 'raw', mediaType: type, binary, by: null } : null
}

/** Types of the schema that include a charset in their header: those that PostgREST knows, and pages. */
const WITH_CHARSET = [
  'application/json',
  'application/geo+json',
  'application/openapi+json',
  'text/csv',
  'text/html',
  'text/plain',
  'text/xml',
]

/** The `Content-Type` of a response in this format. */
export function contentTypeOf(format: AnswerFormat): string {
  switch (format.kind) {
    case 'plan': {
      const options = format.options.length === 0 ? '' : ` options=${format.options.join('|')};`
      const of = contentTypeOf(format.of).replace(/; ?charset=utf-8$/, '')
      return `application/vnd.pgrst.plan+${format.written}; for="${of}";${options} charset=utf-8`
    }
    case 'csv':
      return 'text/csv; charset=utf-8'
    case 'raw':
      return WITH_CHARSET.includes(format.mediaType) ? `${format.mediaType}; charset=utf-8` : format.mediaType
    case 'json': {
      const { single, stripNulls } = format
      if (!single && !stripNulls) return 'application/json; charset=utf-8'
      const shape = single ? 'object' : 'array'
      return `application/vnd.pgrst.${shape}+json;${stripNulls ? 'nulls=stripped; ' : ' '}charset=utf-8`
    }
  }
}
