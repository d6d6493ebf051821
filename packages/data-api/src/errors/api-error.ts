import type { DatabaseRole } from '@cairn/postgres/pool/caller'

/** A part of an error. A part that names things depends on what the caller's role may use. */
type ForRole<Part> = Part | ((role: DatabaseRole) => Part)

/** A hint for the caller, or null. */
export type Hint = ForRole<string | null>

/** A candidate for the meaning of an ambiguous request. */
interface Candidate {
  [key: string]: string
}

/** The parts of an error besides its message. The caller reads all of them but `cause`, which is for the log. */
interface ApiErrorParts {
  status: number
  code: string
  message: ForRole<string>
  details?: ForRole<string | null | readonly Candidate[]> | undefined
  hint?: Hint | undefined
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
  private readonly messageFor: ApiErrorParts['message']
  private readonly details: NonNullable<ApiErrorParts['details']> | null
  private readonly hint: Hint
  readonly headers: Readonly<Record<string, string>>

  constructor(parts: ApiErrorParts) {
    super(partFor('service_role', parts.message), { cause: parts.cause })
    this.messageFor = parts.message
    this.status = parts.status
    this.code = parts.code
    this.details = parts.details ?? null
    this.hint = parts.hint ?? null
    this.headers = parts.headers ?? {}
  }

  /**
   * The body that the official clients turn into their error object. `role` is the caller's: names that it may not use
   * are left out.
   */
  toJson(role: DatabaseRole = 'anon'): string {
    return JSON.stringify({
      code: this.code,
      message: partFor(role, this.messageFor),
      details: partFor(role, this.details),
      hint: partFor(role, this.hint),
    })
  }
}

function partFor<Part extends string | null | readonly Candidate[]>(
  role: DatabaseRole,
  part: ForRole<Part>,
): Part {
  return typeof part === 'function' ? part(role) : part
}
