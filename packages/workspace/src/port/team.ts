import type { PermissionLevel } from './permission-level.ts'
import type { CatalogueKind } from './records/catalogues.ts'
import type { Handover } from './records/handovers.ts'
import type { RecordPage } from './records/records.ts'

/** A colleague, as pickers and owner columns show one. Pending: invited, and not here yet. */
export interface TeamMember {
  id: string
  name: string
  avatarUrl: string | null
  isPending: boolean
}

/**
 * A member or invited person in the directory, as far as they let teammates see. The id of a pending person is no
 * user's.
 */
export interface TeamEntry extends TeamMember {
  /** Null where it is hidden, or not told. */
  jobRole: string | null
  department: string | null
  permissionLevel: PermissionLevel
  knowledgeAreas: readonly string[]
  contributionCount: number
}

export const TEAM_ORDERS = ['name', 'jobRole', 'permission', 'department', 'status'] as const
export type TeamOrder = (typeof TEAM_ORDERS)[number]

export const TEAM_STATUSES = ['active', 'pending'] as const
type TeamStatus = (typeof TEAM_STATUSES)[number]

/** Which people of the team are wanted; null for all. */
export interface TeamSearch {
  /** Stands in the name, in any capitals. */
  text: string
  department: string | null
  level: PermissionLevel | null
  /** A knowledge area. */
  area: string | null
  status: TeamStatus | null
  order: { by: TeamOrder; descending: boolean }
}

/** Pending people first. `all` counts the whole team, whatever is searched. */
interface TeamPage extends RecordPage<TeamEntry> {
  all: number
}

/** A member of the account, as far as they let teammates see. */
export interface MemberProfile extends Omit<TeamEntry, 'isPending'> {
  /** Masked, unless it is the caller's own. */
  email: string | null
  bio: string | null
  joinedAt: Date | null
}

/** A member as teammates see them. */
export interface SeenMember {
  id: string
  name: string
  avatarUrl: string | null
  /** Masked. */
  email: string | null
  bio: string | null
  jobRole: string | null
  department: string | null
}

/** What managers change of another member. */
export interface MemberDetails {
  name: string
  jobRole: string
  department: string
  knowledgeAreas: readonly string[]
  permissionLevel: PermissionLevel
}

/** What a member has to do with a record: it is theirs, or they know it. */
export type RecordRelation = 'owner' | 'expert'

export interface MemberRecord {
  kind: CatalogueKind
  id: string
  name: string
}

export interface TeamPart {
  /** The members of the account, by name. */
  members(): Promise<readonly TeamMember[]>
  /** Who has an open invitation, by name: for viewers those who own a record, for all others everybody. */
  invited(): Promise<readonly TeamMember[]>
  /** The page that begins after so many people who fit. */
  find(search: TeamSearch, skip: number): Promise<TeamPage>
  /** Those that a member shows, by name. */
  departments(): Promise<readonly string[]>
  /** The first so many members, by name, as they let teammates see. */
  seen(limit: number): Promise<readonly SeenMember[]>
  /** Null for who is no member of the account, or nobody. What an admin looks at is entered into the audit log. */
  profile(id: string): Promise<MemberProfile | null>
  /** The records of these kinds that a member owns or knows, by name, after so many. */
  records(
    id: string,
    relation: RecordRelation,
    kinds: readonly CatalogueKind[],
    skip: number,
  ): Promise<RecordPage<MemberRecord>>
  /** Changes what is given, all of it or nothing. Who becomes a viewer may hand over what they own. */
  update(id: string, change: Partial<MemberDetails>, handover?: Handover): Promise<void>
  /** For admins. Who becomes a viewer may hand over what they own. */
  setLevel(id: string, level: PermissionLevel, handover?: Handover): Promise<void>
  /**
   * Ends a membership: for admins anybody's, for everybody their own. An account keeps an admin. What is not handed over
   * has no owner then.
   */
  remove(id: string, handover?: Handover): Promise<void>
  /** For admins: signs another member out everywhere, and says how many sessions that ended. */
  endSessions(id: string): Promise<number>
  /** For admins: removes another member's second factors with their recovery codes, and says how many there were. */
  removeSecondFactor(id: string): Promise<number>
}
