import type { Caller } from '@cairn/postgres/caller'
import type { Privileged } from '@cairn/postgres/privileged'
import type { Problem } from '../problems.ts'
import { apiCallerOf } from './api-caller.ts'
import { type Count, createWindow, type Total, type Used } from './window.ts'

/** How many requests a minute are answered. */
export interface ApiLimits {
  /** To one token, or one app on behalf of one person. */
  perCaller: number
  /** To all tokens and apps of an account together. */
  perAccount: number
}

/** Whether a request may go on, and what its answer says of the limits. */
export interface Verdict {
  headers: Readonly<Record<string, string>>
  /** What the caller is told instead of an answer; null where it may go on. */
  problem: Problem | null
}

export interface RateLimits {
  /** Counts a request of a token or an app; null for all others, who are not counted here. */
  count(caller: Caller): Verdict | null
}

/** What the database says of the minute that it counts in. */
export interface Exchanged {
  totals: readonly Total[]
  secondsLeft: number
}

/** Tells the database what was counted here, and hears what all servers have counted. */
export type Exchange = (counts: readonly Count[]) => Promise<Exchanged>

const MINUTE_MS = 60_000
const EXCHANGE_EVERY_MS = 1_000

/**
 * Limits how often tokens and apps may ask. Counts are kept in memory, and exchanged with the database once a second while
 * there are any: several servers over one database hold one limit, to within what comes in a second, and a request costs
 * no write. While the database is away each server counts by itself.
 */
export function createRateLimits(
  limits: ApiLimits,
  exchange: Exchange,
  { now = () => performance.now(), later = laterWithoutWaiting } = {},
): RateLimits {
  let window = createWindow()
  let endsAt = now() + MINUTE_MS
  let isDue = false

  function currentWindow() {
    const late = now() - endsAt
    if (late >= 0) {
      window = createWindow()
      endsAt += MINUTE_MS * (1 + Math.floor(late / MINUTE_MS))
    }
    return window
  }

  async function tell(): Promise<void> {
    const told = currentWindow()
    const counts = told.take()
    try {
      const { totals, secondsLeft } = await exchange(counts)
      told.settle(totals)
      if (told === window) endsAt = now() + secondsLeft * 1_000
    } catch {
      // A database that is away is told later; meanwhile what was counted here counts.
      told.giveBack()
    }
    isDue = false
    if (told === window && told.hasNews()) tellSoon()
  }

  /** One exchange at a time. */
  function tellSoon(): void {
    if (isDue) return
    isDue = true
    later(() => void tell(), EXCHANGE_EVERY_MS)
  }

  return {
    count(caller) {
      const asking = apiCallerOf(caller)
      if (asking === null) return null
      const counts = currentWindow()
      const used = counts.add(asking)
      const secondsLeft = Math.max(1, Math.ceil((endsAt - now()) / 1_000))
      const over = whichIsOver(limits, used)
      // What is refused is not counted: who waits as asked is answered again in the next minute.
      if (over !== null) counts.takeBack(asking)
      tellSoon()
      const headers = headersFor(limits, used, secondsLeft)
      return { headers, problem: over === null ? null : tooMany(over, secondsLeft, headers) }
    },
  }
}

function laterWithoutWaiting(work: () => void, ms: number): void {
  setTimeout(work, ms).unref()
}

interface Over {
  whose: string
  limit: number
}

function whichIsOver({ perCaller, perAccount }: ApiLimits, { ofCaller, ofAccount }: Used): Over | null {
  if (ofCaller > perCaller) return { whose: 'This token', limit: perCaller }
  return (ofAccount ?? 0) > perAccount ? { whose: 'The tokens of this account', limit: perAccount } : null
}

/**
 * The limits, and what is left of them.
 * Source: https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10
 */
function headersFor(
  { perCaller, perAccount }: ApiLimits,
  { ofCaller, ofAccount }: Used,
  secondsLeft: number,
) {
  const left = (limit: number, used: number) => `r=${Math.max(0, limit - used)};t=${secondsLeft}`
  const ofToken = `"token";${left(perCaller, ofCaller)}`
  return {
    'ratelimit-policy': `"token";q=${perCaller};w=60, "account";q=${perAccount};w=60`,
    ratelimit: ofAccount === null ? ofToken : `${ofToken}, "account";${left(perAccount, ofAccount)}`,
  }
}

function tooMany({ whose, limit }: Over, secondsLeft: number, headers: Verdict['headers']): Problem {
  return {
    status: 429,
    authCode: 'over_request_rate_limit',
    dataCode: 'PT429',
    message: `${whose} may send ${limit} requests a minute.`,
    hint: `Wait ${secondsLeft} seconds, then go on. Several rows can be read or written with one request.`,
    headers: { ...headers, 'retry-after': String(secondsLeft) },
  }
}

interface TotalRow {
  caller: string
  account: string | null
  of_caller: number
  of_account: number | null
  seconds_left: number
}

/** The exchange with Cairn's database: one statement for all callers. */
export function exchangeWith(database: Pick<Privileged, 'statement'>): Exchange {
  return async (counts) => {
    const rows = await database.statement(
      (sql) => sql<TotalRow[]>`
        select caller, account, of_caller, of_account, seconds_left
        from private.count_api_requests(${JSON.stringify(counts)}::text::jsonb)`,
    )
    const totals = rows.map(({ caller, account, of_caller: ofCaller, of_account: ofAccount }) => ({
      caller,
      account,
      ofCaller,
      ofAccount,
    }))
    return { totals, secondsLeft: rows[0]?.seconds_left ?? MINUTE_MS / 1_000 }
  }
}
