import { HAS_REPLAYED } from './answering.ts'
import type { Caller, CallerWork, DatabaseRole, Parameter } from './caller.ts'

const STATEMENT_TIMEOUT_MS: Record<DatabaseRole, number> = {
  anon: 3_000,
  authenticated: 8_000,
  service_role: 8_000,
}

/** Whether a transaction only reads; at a replica it does, and begins only where the replica has replayed enough. */
type ReadOnly = boolean | 'by replica'

/** SQL that makes the transaction read-only. `next` is the number of the first parameter after those of the caller. */
function readOnlySql(readOnly: ReadOnly, next: number): string {
  if (readOnly === false) return ''
  if (readOnly === true) return "set_config('transaction_read_only', 'on', true),"
  // Postgres refuses a value that is not a boolean, and the transaction ends.
  return `set_config('transaction_read_only',
      case when ${HAS_REPLAYED}($${next}::pg_lsn, $${next + 1}::int) then 'on' else 'not replayed yet' end, true),`
}

/**
 * The first statement of every request. The session is looked up before the role changes: `require_session` belongs to
 * the authenticator. All settings are local to the transaction.
 */
const becoming = (readOnly: ReadOnly) => `
  select
    ${readOnlySql(readOnly, 8)}
    case when $7::uuid is null then null
      else auth.require_session($7::uuid, (($2::text)::jsonb ->> 'sub')::uuid)::text end,
    set_config('request.jwt.claims', $2, true),
    set_config('request.method', $3, true),
    set_config('request.path', $4, true),
    set_config('request.headers', $5, true),
    set_config('statement_timeout', $6, true),
    set_config('role', $1, true)`

/**
 * The same for the holder of an opaque token, who has no session: Postgres looks up the holder and the permissions of
 * the token, and whether both are still valid. A select list is evaluated from left to right.
 */
const becomingHolder = (readOnly: ReadOnly) => `
  select
    ${readOnlySql(readOnly, 7)}
    set_config('request.jwt.claims', private.claims_of_token($2), true),
    auth.require_person((current_setting('request.jwt.claims')::jsonb ->> 'sub')::uuid)::text,
    set_config('request.method', $3, true),
    set_config('request.path', $4, true),
    set_config('request.headers', $5, true),
    set_config('statement_timeout', $6, true),
    set_config('role', $1, true)`

const WRITER = { caller: becoming(false), holder: becomingHolder(false) }
const READER = { caller: becoming(true), holder: becomingHolder(true) }
const AT_REPLICA = { caller: becoming('by replica'), holder: becomingHolder('by replica') }

/** The first statement of a request of this caller. At a replica two more parameters follow: LSN and timeline. */
export function become({ tokenHash }: Caller, readOnly: ReadOnly): string {
  const texts = readOnly === 'by replica' ? AT_REPLICA : readOnly ? READER : WRITER
  return tokenHash === undefined ? texts.caller : texts.holder
}

const jsonOfClaims = new WeakMap<Caller['claims'], string>()

/** The claims as JSON, cached: a token that was verified once brings the same claims with every request. */
function claimsJson(claims: Caller['claims']): string {
  const known = jsonOfClaims.get(claims) ?? JSON.stringify(claims)
  jsonOfClaims.set(claims, known)
  return known
}

/** The parameters of {@link become}. */
export function callerSettings(caller: Caller, { request, role: given }: CallerWork): Parameter[] {
  const { role, tokenHash } = caller
  const settings = [
    given ?? role,
    tokenHash ?? claimsJson(caller.claims),
    request.method,
    request.path,
    JSON.stringify(request.headers),
    String(STATEMENT_TIMEOUT_MS[role]),
  ]
  return tokenHash === undefined ? [...settings, caller.sessionId] : settings
}
