import type { ApiCaller } from './api-caller.ts'
import { goOn, type Moment, newTally, type Tally, untold } from './sliding-minute.ts'

/** The counts of a caller in one process. */
interface Counted {
  person: string | null
  own: Tally
  /** Of the account, with all its callers; null while the account is not known. */
  ofAccount: Tally | null
}

/** The database's counts of a caller that it was asked about. */
export interface Total {
  caller: string
  account: string | null
  ofCaller: number
  ofAccount: number | null
  /** In the minute before. */
  beforeOfCaller: number
  beforeOfAccount: number | null
}

/** The counts of one process for a caller since the last exchange. */
export interface Count {
  caller: string
  person: string | null
  requests: number
  /** In the minute before, where that has ended meanwhile. */
  late: number
}

export interface CountWindow {
  /** The tallies of a caller and of its account, advanced to this minute. */
  of(caller: ApiCaller, moment: Moment): Pick<Counted, 'own' | 'ofAccount'>
  /** Takes the counts that the database does not have yet, and marks them as being sent. */
  take(moment: Moment): Count[]
  /**
   * Records that the counts being sent arrived and belong to this minute, or, with `giveBack`, that they did not
   * arrive.
   */
  settle(totals: readonly Total[], moment: Moment): void
  giveBack(): void
  /** Whether there are counts to send to the database. */
  hasNews(): boolean
}

/**
 * The counts of callers that the database knows, and of their accounts. There are no more of them than tokens and apps that
 * were used in the last two minutes: what anybody can make up has no place here.
 */
export function createWindow(): CountWindow {
  const byCaller = new Map<string, Counted>()
  const ofAccounts = new Map<string, Tally>()
  let sweptIn = 0

  /** Once a minute, what was not used in this one and the one before goes. */
  function sweep(minute: number): void {
    if (sweptIn === minute) return
    sweptIn = minute
    for (const [id, { own }] of byCaller) if (own.minute < minute - 1) byCaller.delete(id)
    for (const [id, tally] of ofAccounts) if (tally.minute < minute - 1) ofAccounts.delete(id)
  }

  function belong(counted: Counted, account: string, minute: number): Tally {
    if (counted.ofAccount !== null) return counted.ofAccount
    const tally = ofAccounts.get(account) ?? newTally(minute)
    ofAccounts.set(account, tally)
    goOn(tally, minute)
    addTo(tally, counted.own)
    counted.ofAccount = tally
    return tally
  }

  return {
    of({ id, person, account }, moment) {
      sweep(moment.minute)
      const counted = byCaller.get(id) ?? { person, own: newTally(moment.minute), ofAccount: null }
      byCaller.set(id, counted)
      goOn(counted.own, moment.minute)
      if (account !== null) belong(counted, account, moment.minute)
      if (counted.ofAccount !== null) goOn(counted.ofAccount, moment.minute)
      return counted
    },
    take({ minute }) {
      const counts = takeCounts(byCaller, minute)
      for (const tally of ofAccounts.values()) {
        if (!isToTell(tally)) continue
        goOn(tally, minute)
        send(tally)
      }
      return counts
    },
    settle(totals, { minute }) {
      for (const total of totals) {
        const counted = byCaller.get(total.caller)
        if (counted === undefined) continue
        if (total.account !== null) {
          const ofAccount = belong(counted, total.account, minute)
          learn(ofAccount, { minute, known: total.ofAccount ?? 0, before: total.beforeOfAccount ?? 0 })
        }
        learn(counted.own, { minute, known: total.ofCaller, before: total.beforeOfCaller })
      }
      // Where a token has ended meanwhile, the database counts its requests for nobody: they use nothing of the account
      // either.
      for (const tally of ofAccounts.values()) tally.sending = 0
    },
    giveBack() {
      for (const { own } of byCaller.values()) keep(own)
      for (const tally of ofAccounts.values()) keep(tally)
    },
    hasNews: () => [...byCaller.values()].some(({ own }) => own.waiting > 0),
  }
}

/** The others stay as they are: the sweep of a later minute removes unused tallies. */
const isToTell = ({ waiting, late }: Tally) => waiting + late > 0

function send(tally: Tally): void {
  tally.sending += tally.waiting
  tally.waiting = 0
  tally.late = 0
}

function keep(tally: Tally): void {
  tally.waiting = untold(tally)
  tally.sending = 0
}

function learn(tally: Tally, said: Pick<Tally, 'minute' | 'before' | 'known'>): void {
  Object.assign(tally, said, { sending: 0 })
}

/** Takes the counts of the callers that are not sent yet. */
function takeCounts(byCaller: ReadonlyMap<string, Counted>, minute: number): Count[] {
  const counts: Count[] = []
  for (const [caller, { person, own }] of byCaller) {
    if (!isToTell(own)) continue
    goOn(own, minute)
    const { waiting: requests, late } = own
    if (requests + late > 0) counts.push({ caller, person, requests, late })
    send(own)
  }
  return counts
}

/** Counts the requests of a caller for its account too. */
function addTo(account: Tally, own: Tally): void {
  account.sending += own.sending
  account.waiting += own.waiting
  account.late += own.late
}
