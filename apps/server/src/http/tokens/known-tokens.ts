import { createTokenCache } from '@cairn/auth/tokens/token-cache'
import { createGathering } from '@cairn/postgres/gathering'
import type { Privileged } from '@cairn/postgres/privileged'
import type { TokenUses } from './token-uses.ts'

/** What the server does with API tokens before a request runs as its caller. */
export interface ApiTokens {
  /**
   * The account of the token with this hash; null where the database knows no such token, or cannot be asked. It says
   * whom a request is counted for and no more: whether the token opens anything, the request's own transaction asks.
   */
  accountOf(hash: string): Promise<string | null>
  uses: Pick<TokenUses, 'note'>
}

/** More than are in use at once. Who has none of the database's tokens puts nothing in here, so nobody can empty it. */
const MOST_KNOWN = 20_000
const MOST_TOGETHER = 500
const STATEMENTS = 1
/** What waits longer counts as unknown. */
const MOST_WAITING = 4_000

interface Owned {
  hash: string
  account: string
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

/** Looks up the accounts of tokens, many in one statement, and keeps those that there are. */
export function createKnownTokens(read: ReadAccounts): ApiTokens['accountOf'] {
  const known = createTokenCache<string>(MOST_KNOWN)
  const lookUp = createGathering<string, string | null>({
    most: MOST_TOGETHER,
    atOnce: STATEMENTS,
    maxWaiting: MOST_WAITING,
    async send(hashes) {
      const accounts = new Map((await read(hashes)).map(({ hash, account }) => [hash, account]))
      return hashes.map((hash) => accounts.get(hash) ?? null)
    },
  })
  return async (hash) => {
    const found = known.get(hash)
    if (found !== undefined) return found
    const account = await lookUp(hash).catch(() => null)
    if (account !== null) known.set(hash, account)
    return account
  }
}
