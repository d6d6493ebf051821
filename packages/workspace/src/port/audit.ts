export const SEVERITIES = ['low', 'medium', 'high'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A member as the log names them; no name for a former member. */
interface AuditPerson {
  id: string
  name: string | null
}

/** A security event of the account. */
export interface AuditEntry {
  id: string
  /** A word with underscores. Browsers report actions too, so that any word is possible. */
  action: string
  severity: Severity
  /** The person who acted; for sign-ins, the person whose address was used. Null when the server acted. */
  person: AuditPerson | null
  resource: { type: string; id: string | null; name: string | null }
  details: Readonly<Record<string, unknown>>
  userAgent: string | null
  address: string | null
  /** server: the database saw it. browser: a browser reported it. */
  source: 'server' | 'browser'
  at: Date
}

/** The filter of the log; null for all. */
export interface AuditFilter {
  action: string | null
  personId: string | null
  severity: Severity | null
  from: Date | null
  /** Exclusive. */
  until: Date | null
}

export const NO_AUDIT_FILTER: AuditFilter = {
  action: null,
  personId: null,
  severity: null,
  from: null,
  until: null,
}

/** The last entry of a page, as the server orders them. */
export interface AuditPosition {
  at: string
  id: string
}

export interface AuditPage {
  entries: readonly AuditEntry[]
  /** The position from which older entries continue; null at the end. */
  next: AuditPosition | null
}

/** The values to filter by. */
interface AuditFilters {
  actions: readonly string[]
  people: readonly NamedMember[]
}

/** A day of the last thirty, in UTC: 2026-01-31. */
export interface AuditDay {
  day: string
  events: number
  failedSignIns: number
}

/** The security of the account at a glance. */
export interface SecurityOverview {
  /** Counts of the last 30 days, as the server recorded them. */
  figures: { events: number; failedSignIns: number; lockOuts: number; levelChanges: number }
  byDay: readonly AuditDay[]
  /** The ten newest. */
  newest: readonly AuditEntry[]
  levelChanges: readonly AuditEntry[]
  openLockOuts: readonly (NamedMember & { until: Date })[]
  /** Null where the auth server does not report it; the same holds for `notSeen`. */
  withoutSecondFactor: readonly NamedMember[] | null
  /** Members who have not been seen for 90 days. */
  notSeen: readonly NamedMember[] | null
  /** Invitations that have expired unanswered. */
  staleInvitations: number
}

export interface NamedMember {
  id: string
  name: string
}

/** A sign-in or password event of the user. */
export type OwnActivity = Pick<AuditEntry, 'id' | 'action' | 'userAgent' | 'address' | 'source' | 'at'>

export const AUDIT_PAGE = 100

/** The security of the account, for its admins; everybody else is refused. And the user's own activity, for everybody. */
export interface AuditPart {
  /** Newest first. `rows` is at most 1,000. */
  page(filter: AuditFilter, after: AuditPosition | null, rows?: number): Promise<AuditPage>
  filters(): Promise<AuditFilters>
  /** Null where there is nothing to read yet. */
  overview(): Promise<SecurityOverview | null>
  /** Lets a member who is locked out sign in again. False when there was nothing to release. */
  releaseLockOut(personId: string): Promise<boolean>
  /** Asks a member to add a second factor. False when they have one, or were asked within a day. */
  remindOfSecondFactor(personId: string): Promise<boolean>
  /** The user's 20 latest sign-ins and password events, newest first. */
  ownActivity(): Promise<readonly OwnActivity[]>
}
