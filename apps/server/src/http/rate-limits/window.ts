import type { ApiCaller } from './api-caller.ts'

/** What one process knows of a caller in this minute. */
interface Counted {
  caller: ApiCaller
  account: string | null
  /** What all servers have counted, as the database said last. */
  known: number
  /** Of this process, and under way to the database. */
  sending: number
  /** Of this process, and not sent yet. */
  waiting: number
}

/** How much of a minute was used by a caller, and by all callers of its account. */
export interface Used {
  ofCaller: number
  /** Null while the account is not known. */
  ofAccount: number | null
}

/** What the database says of a caller that it was told of. */
export interface Total {
  caller: string
  account: string | null
  ofCaller: number
  ofAccount: number | null
}

/** What one process counted for a caller since it told last. */
export interface Count {
  caller: string
  person: string | null
  requests: number
}

export interface CountWindow {
  /** Counts a request, and says how much was used with it. */
  add(caller: ApiCaller): Used
  /** Takes a request back: it was refused. */
  takeBack(caller: ApiCaller): void
  /** What the database has not been told yet; from now on it is under way. */
  take(): Count[]
  /** What was under way has arrived, or has not. */
  settle(totals: readonly Total[]): void
  giveBack(): void
  /** Whether the database is to be told of something. */
  hasNews(): boolean
}

/** More tokens and apps than any installation has: what comes beyond is counted together. */
const MOST_CALLERS = 20_000
const ALL_OTHERS: ApiCaller = { id: 'others', person: null }

/** The counts of one minute. Of a next one, another window is made. */
export function createWindow(): CountWindow {
  const byCaller = new Map<string, Counted>()
  const ofAccounts = new Map<string, number>()

  function countedOf(caller: ApiCaller): Counted {
    const found = byCaller.get(caller.id)
    if (found !== undefined) return found
    if (byCaller.size >= MOST_CALLERS && caller !== ALL_OTHERS) return countedOf(ALL_OTHERS)
    const counted: Counted = { caller, account: null, known: 0, sending: 0, waiting: 0 }
    byCaller.set(caller.id, counted)
    return counted
  }

  function change(caller: ApiCaller, by: 1 | -1): Used {
    const counted = countedOf(caller)
    counted.waiting += by
    const { account, known, sending, waiting } = counted
    const ofCaller = known + sending + waiting
    if (account === null) return { ofCaller, ofAccount: null }
    const ofAccount = (ofAccounts.get(account) ?? 0) + by
    ofAccounts.set(account, ofAccount)
    return { ofCaller, ofAccount }
  }

  return {
    add: (caller) => change(caller, 1),
    takeBack: (caller) => void change(caller, -1),
    take() {
      const counts: Count[] = []
      for (const counted of byCaller.values()) {
        if (counted.waiting === 0) continue
        counts.push({ caller: counted.caller.id, person: counted.caller.person, requests: counted.waiting })
        counted.sending += counted.waiting
        counted.waiting = 0
      }
      return counts
    },
    settle(totals) {
      const told = new Set<string>()
      for (const { caller, account, ofCaller, ofAccount } of totals) {
        const counted = byCaller.get(caller)
        if (counted === undefined) continue
        Object.assign(counted, { account, known: ofCaller, sending: 0 })
        if (account === null) continue
        ofAccounts.set(account, ofAccount ?? 0)
        told.add(account)
      }
      // What came while these were under way is not in the database's sum of the account.
      for (const { account, waiting } of byCaller.values())
        if (account !== null && told.has(account))
          ofAccounts.set(account, (ofAccounts.get(account) ?? 0) + waiting)
    },
    giveBack() {
      for (const counted of byCaller.values()) {
        counted.waiting += counted.sending
        counted.sending = 0
      }
    },
    hasNews: () => [...byCaller.values()].some(({ waiting }) => waiting > 0),
  }
}
