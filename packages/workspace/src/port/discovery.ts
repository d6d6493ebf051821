import type { HeartbeatKind } from './records/heartbeats.ts'

/** An unregistered script that calls the address of the account. */
export interface DiscoveredCaller {
  id: string
  /** The name that the script gives itself. */
  name: string
  firstAt: Date
  lastAt: Date
  calls: number
  /** The network of its last call; null where that is not known. */
  network: string | null
  /** The name that its program gives itself. */
  agent: string | null
  /** The last message of the script, as text. */
  note: string | null
}

/** The callers that wait, or were refused, the latest first. */
interface Discovered {
  /** Whether the account has an address. */
  hasAddress: boolean
  waiting: number
  refused: number
  items: readonly DiscoveredCaller[]
}

/**
 * The record that an admin creates for a caller. Its place is the source of an automation, or the platform of an agent.
 */
export interface RegisteredCaller {
  kind: HeartbeatKind
  name: string
  place: string
}

/** The address of the account, and the unknown callers of that address. For admins. */
export interface DiscoveryPart {
  callers(state: 'waiting' | 'refused'): Promise<Discovered>
  /** Returns the new token of the address, which is shown this once; the former one works for another 24 hours. */
  makeAddress(): Promise<string>
  revokeAddress(): Promise<void>
  /** From now on, the calls of the script are runs of that record. */
  join(caller: string, kind: HeartbeatKind, recordId: string): Promise<void>
  /** Creates a record for the caller, and returns its ID. */
  register(caller: string, as: RegisteredCaller): Promise<string>
  /** Refuses callers for good, or allows refused ones again. */
  refuse(callers: readonly string[], refused: boolean): Promise<void>
}
