import { createTokenCache } from '@cairn/auth/tokens/token-cache'
import { createGathering } from '@cairn/postgres/pool/gathering'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { TokenUses } from './token-uses.ts'

/** A token that the database knows. */
interface KnownToken {
  /** Null where the token has ended: it counts for nobody, and its owner learns that it is used. */
  account: string | null
}

/** Looks tokens up before a request runs as its caller. */
export interface ApiTokens {
  /**
   * The token with this hash; null where the database knows no such token, or cannot be asked. It says whom a request is
   * counted for and no more: whether the token opens anything, the request's own transaction asks.
   */
  find(hash: string): Promise<KnownToken | null>
  uses: Pick<TokenUses, 'note'>
}

/** More than are in use at once. Who has none of the database's tokens puts nothing in here, so nobody can empty it. */
const MOST_KNOWN = 20_000
/** A token that was revoked is counted for its account no longer than this. */
const KNOWN_FOR_MS = 60_000
const MOST_TOGETHER = 500
const STATEMENTS = 1
/** A lookup that waits longer counts as unknown. */
const MOST_WAITING = 4_000

interface Owned extends KnownToken {
  hash: string
}

/** Of these hashes those that belong to a token. */
export type ReadAccounts = (hashes: readonly string[]) => Promise<readonly Owned[]>

/** Reads the accounts of tokens from Cairn's database. */
export function accountsIn(database: Pick<Privileged, 'statement'>): ReadAccounts {
  return (hashes) =>
    database.statement(
      (sql) => sql<Owned[]>`
        select hash, account from private.accounts_of_tokens(${JSON.stringify(hashes)}::text::jsonb)`,
    )
}

interface Kept {
  token: KnownToken
  until: number
}

/** Looks up tokens, many in one statement, and keeps those that are somebody's for a minute. */
export function createKnownTokens(read: ReadAccounts, now = () => performance.now()): ApiTokens['find'] {
  const kept = createTokenCache<Kept>(MOST_KNOWN)
  const lookUp = createGathering<string, KnownToken | null>({
    most: MOST_TOGETHER,
    atOnce: STATEMENTS,
    maxWaiting: MOST_WAITING,
    async send(hashes) {
      const accounts = new Map((await read(hashes)).map(({ hash, account }) => [hash, { account }]))
      return hashes.map((hash) => accounts.get(hash) ?? null)
    },
  })
  return async (hash) => {
    const before = kept.get(hash)
    if (before !== undefined && before.until > now()) return before.token
    try {
      const token = await lookUp(hash)
      if (token?.account == null) kept.delete(hash)
      else kept.set(hash, { token, until: now() + KNOWN_FOR_MS })
      return token
    } catch {
      // While the database is away, what it said last counts.
      return before?.token ?? null
    }
  }
}
