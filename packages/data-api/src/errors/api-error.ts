/**
 * What an error of this API carries besides its message. The caller reads all of it but `cause`, which is for the log.
 */
interface ApiErrorParts {
  status: number
  code: string
  message: string
  details?: unknown
  hint?: string | null | undefined
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/**
 * A refusal in PostgREST's own shape. The catalogue of them is closed: `request-errors.ts`, `schema-errors.ts` and
 * `postgres-errors.ts` are the only files that make one.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(parts: ApiErrorParts) {
    super(parts.message, { cause: parts.cause })
    this.status = parts.status
    this.code = parts.code
    this.details = parts.details ?? null
    this.hint = parts.hint ?? null
    this.headers = parts.headers ?? {}
  }

  /** The body that the official clients turn into their error object. */
  toJson(): string {
    const { code, message, details, hint } = this
    return JSON.stringify({ code, message, details, hint })
  }
}
