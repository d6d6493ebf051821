import type { Caller } from '@cairn/postgres/pool/caller'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { ApiLimits } from '../../settings/api-limits.ts'
import { ALONE, partOf } from '../../settings/place.ts'
import type { Problem } from '../request/problems.ts'
import { type ApiCaller, apiCallerOf } from './api-caller.ts'
import { createMinutes, type Moment, secondsUntilRoom, type Tally, untold, usedOf } from './sliding-minute.ts'
import { createStrangers } from './strangers.ts'
import { type Count, type CountWindow, createWindow, type Total } from './window.ts'

/** Whether a request may go on, and the headers of its answer about the limits. */
export interface Verdict {
  headers: Readonly<Record<string, string>>
  /** The refusal that the caller receives; null where the request may go on. */
  problem: Problem | null
}

export interface RateLimits {
  /** Counts a request of a token or an app; null for all others, who are not counted here. */
  count(caller: Caller): Promise<Verdict | null>
}

/** The database's answer about the current minute. */
export interface Exchanged {
  totals: readonly Total[]
  /** Null where the database knew none of the callers. */
  secondsLeft: number | null
}

/** Sends the counts of this process to the database, and receives those of all servers. */
export type Exchange = (counts: readonly Count[]) => Promise<Exchanged>

const EXCHANGE_EVERY_MS = 1_000

/**
 * Limits how often tokens and apps may ask in any sixty seconds. Counts are kept in memory, and exchanged with the database
 * at once after a pause and then once a second while there are any: a request costs no write. Several processes and
 * servers over one database so hold one limit. What a process has not told yet is never more than its part of the limit,
 * also while the database is away. Tokens that the database does not know are counted for their network alone.
 */
export function createRateLimits(
  limits: ApiLimits,
  exchange: Exchange,
  { place = ALONE, now = () => performance.now(), later = laterWithoutWaiting } = {},
): RateLimits {
  const minutes = createMinutes(now)
  const window = createWindow()
  const strangers = createStrangers(Math.max(1, partOf(limits.perCaller, place)), minutes)
  const reporter = createReporter({ window, minutes, exchange, now, later })

  /** Counts a request. Refused requests are not counted: a caller that waits as asked is answered again. */
  function take(asking: ApiCaller): Taken {
    const moment = minutes.now()
    const { own, ofAccount } = window.of(asking, moment)
    const rules = [{ ...OF_A_TOKEN, limit: limits.perCaller, tally: own }]
    if (ofAccount !== null) rules.push({ ...OF_AN_ACCOUNT, limit: limits.perAccount, tally: ofAccount })
    const isUsedUp = ({ tally, limit }: Rule) => usedOf(tally, moment) + 1 > limit
    // Its part of what the others left, so that all together stay within the limit until they hear of each other.
    const isPartUsedUp = ({ tally, limit }: Rule) =>
      untold(tally) + 1 > partOf(Math.ceil(limit - usedOf(tally, moment) + untold(tally)), place)
    const usedUp = rules.find(isUsedUp) ?? null
    const ofPart = rules.find(isPartUsedUp) ?? null
    if (usedUp === null && ofPart === null) for (const { tally } of rules) tally.waiting += 1
    return { rules, moment, usedUp, ofPart }
  }

  async function counted(asking: ApiCaller): Promise<Verdict> {
    const first = take(asking)
    // The others may have left more of the limit than this process's part: the database says.
    const mayHear = first.usedUp === null && first.ofPart !== null && !reporter.isAway()
    if (mayHear) await reporter.tell()
    const taken = mayHear ? take(asking) : first
    if (window.hasNews()) reporter.tellSoon()
    return verdictOf(limits, taken)
  }

  return {
    async count(caller) {
      const asking = apiCallerOf(caller)
      if (asking === null) return null
      if ('id' in asking) return counted(asking)
      const wait = strangers.count(asking.network)
      return { headers: {}, problem: wait === null ? null : tooMany(OF_STRANGERS, limits.perCaller, wait) }
    },
  }
}

function laterWithoutWaiting(work: () => void, ms: number): void {
  setTimeout(work, ms).unref()
}

/** A limit, in the words of its header and of its refusal. */
interface Whose {
  name: string
  whose: string
}

const OF_A_TOKEN: Whose = { name: 'token', whose: 'This token' }
const OF_AN_ACCOUNT: Whose = { name: 'account', whose: 'The tokens of this account' }
const OF_STRANGERS: Whose = { name: 'network', whose: 'Unknown tokens from one network' }

interface Rule extends Whose {
  limit: number
  tally: Tally
}

/** The outcome of counting a request. */
interface Taken {
  rules: readonly Rule[]
  moment: Moment
  /** The limit that has no room for it. */
  usedUp: Rule | null
  /** The limit of which this process has no part left. */
  ofPart: Rule | null
}

/**
 * The limits, and what is left of them.
 * Source: https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10
 */
function verdictOf({ perCaller, perAccount }: ApiLimits, { rules, moment, usedUp, ofPart }: Taken): Verdict {
  const left = ({ name, limit, tally }: Rule) => {
    const room = Math.max(0, Math.floor(limit - usedOf(tally, moment)))
    const seconds = room > 0 ? Math.ceil(moment.secondsLeft) : secondsUntilRoom(tally, limit, moment)
    return `"${name}";r=${room};t=${seconds}`
  }
  const headers = {
    'ratelimit-policy': `"token";q=${perCaller};w=60, "account";q=${perAccount};w=60`,
    ratelimit: rules.map(left).join(', '),
  }
  const refused = usedUp ?? ofPart
  if (refused === null) return { headers, problem: null }
  const wait = usedUp === null ? 1 : secondsUntilRoom(usedUp.tally, usedUp.limit, moment)
  return { headers, problem: tooMany(refused, refused.limit, wait, headers) }
}

function tooMany(
  { whose }: Whose,
  limit: number,
  seconds: number,
  headers: Verdict['headers'] = {},
): Problem {
  return {
    status: 429,
    authCode: 'over_request_rate_limit',
    dataCode: 'PT429',
    message: `${whose} may send ${limit} requests a minute.`,
    hint: `Wait ${seconds} seconds, then go on. Several rows can be read or written with one request.`,
    headers: { ...headers, 'retry-after': String(seconds) },
  }
}

interface TotalRow {
  caller: string
  account: string | null
  of_caller: number
  of_account: number | null
  before_of_caller: number
  before_of_account: number | null
  seconds_left: number
}

/** The exchange with Cairn's database: one statement for all callers. */
export function exchangeWith(database: Pick<Privileged, 'statement'>): Exchange {
  return async (counts) => {
    const rows = await database.statement(
      (sql) => sql<TotalRow[]>`
        select caller, account, of_caller, of_account, before_of_caller, before_of_account, seconds_left
        from private.count_api_requests(${JSON.stringify(counts)}::text::jsonb)`,
    )
    const totals = rows.map((row) => ({
      caller: row.caller,
      account: row.account,
      ofCaller: row.of_caller,
      ofAccount: row.of_account,
      beforeOfCaller: row.before_of_caller,
      beforeOfAccount: row.before_of_account,
    }))
    return { totals, secondsLeft: rows[0]?.seconds_left ?? null }
  }
}

interface ReporterOptions {
  window: CountWindow
  minutes: ReturnType<typeof createMinutes>
  exchange: Exchange
  now: () => number
  later: typeof laterWithoutWaiting
}

/** Exchanges the counts of the window with the database, at most once a second. */
function createReporter({ window, minutes, exchange, now, later }: ReporterOptions) {
  let toldAt = Number.NEGATIVE_INFINITY
  let isDue = false
  let isAway = false
  let telling: Promise<void> | null = null

  async function exchanged(): Promise<void> {
    toldAt = now()
    try {
      const { totals, secondsLeft } = await exchange(window.take(minutes.now()))
      window.settle(totals, secondsLeft === null ? minutes.now() : minutes.follow(secondsLeft))
      isAway = false
    } catch {
      // The counts go to the database once it is back; until then the local counts apply.
      window.giveBack()
      isAway = true
    }
  }

  /** Runs one exchange at a time. */
  function tell(): Promise<void> {
    telling ??= exchanged().finally(() => {
      telling = null
      if (window.hasNews()) tellSoon()
    })
    return telling
  }

  function tellSoon(): void {
    if (isDue) return
    isDue = true
    const work = () => {
      isDue = false
      void tell()
    }
    later(work, Math.max(0, toldAt + EXCHANGE_EVERY_MS - now()))
  }

  return { tell, tellSoon, isAway: () => isAway }
}
