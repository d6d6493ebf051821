import type { HeartbeatKind } from './records/heartbeats.ts'

/** A script that nobody registered, and that calls behind the address of the account. */
export interface DiscoveredCaller {
  id: string
  /** As it calls itself. */
  name: string
  firstAt: Date
  lastAt: Date
  calls: number
  /** From where it called last; null where that is not known. */
  network: string | null
  /** What its program called itself. */
  agent: string | null
  /** What it sent last, as text. */
  note: string | null
}

/** Those that wait, or were refused, the latest first. */
interface Discovered {
  /** Whether the account has an address. */
  hasAddress: boolean
  waiting: number
  refused: number
  items: readonly DiscoveredCaller[]
}

/** What an admin makes of a caller. Its place is the source of an automation, or the platform of an agent. */
export interface RegisteredCaller {
  kind: HeartbeatKind
  name: string
  place: string
}

/** The address of the account, and who calls it by a name that nobody knows. For admins. */
export interface DiscoveryPart {
  callers(state: 'waiting' | 'refused'): Promise<Discovered>
  /** Gives its token, which is shown this once; a former one works for another 24 hours. */
  makeAddress(): Promise<string>
  revokeAddress(): Promise<void>
  /** From now on its calls are runs of that record. */
  join(caller: string, kind: HeartbeatKind, recordId: string): Promise<void>
  /** Makes a record of it, and gives the id. */
  register(caller: string, as: RegisteredCaller): Promise<string>
  /** For good, or lets refused ones call again. */
  refuse(callers: readonly string[], refused: boolean): Promise<void>
}
