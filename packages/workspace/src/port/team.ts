import type { PermissionLevel } from './permission-level.ts'
import type { CatalogueKind } from './records/catalogues.ts'
import type { Handover } from './records/handovers.ts'
import type { RecordPage } from './records/records.ts'
import type { TeamName } from './teams.ts'

/** A colleague in pickers and owner columns. Pending: invited, but not yet joined. */
export interface TeamMember {
  id: string
  name: string
  avatarUrl: string | null
  isPending: boolean
}

/**
 * A member or invited person in the directory, as far as they let teammates see. The ID of a pending person belongs to
 * no user.
 */
export interface TeamEntry extends TeamMember {
  /** Null where it is hidden or empty. */
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

/** The filter of the team; null for all. */
export interface TeamSearch {
  /** A part of the name, regardless of case. */
  text: string
  department: string | null
  level: PermissionLevel | null
  /** A knowledge area. */
  area: string | null
  status: TeamStatus | null
  order: { by: TeamOrder; descending: boolean }
}

/** Pending people first. `all` is the size of the whole team, regardless of the search. */
interface TeamPage extends RecordPage<TeamEntry> {
  all: number
}

/** A member of the account, as far as they let teammates see. */
export interface MemberProfile extends Omit<TeamEntry, 'isPending'> {
  /** Masked, unless it is the caller's own. */
  email: string | null
  bio: string | null
  joinedAt: Date | null
  /** By name. */
  teams: readonly TeamName[]
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

/** The fields of another member that managers change. */
export interface MemberDetails {
  name: string
  jobRole: string
  department: string
  knowledgeAreas: readonly string[]
  permissionLevel: PermissionLevel
}

/** The relation of a member to a record: they own it, or they know it. */
export type RecordRelation = 'owner' | 'expert'

export interface MemberRecord {
  kind: CatalogueKind
  id: string
  name: string
}

/** A member in short, and how many records of each kind they own. */
export interface MemberCard extends MemberProfile {
  owned: readonly { kind: CatalogueKind; total: number }[]
}

export interface TeamPart {
  /** The members of the account, by name. */
  members(): Promise<readonly TeamMember[]>
  /** The people with an open invitation, by name: for viewers those who own a record, for all others everybody. */
  invited(): Promise<readonly TeamMember[]>
  /** The page of matching people after `skip`. */
  find(search: TeamSearch, skip: number): Promise<TeamPage>
  /** The departments that members have made visible, by name. */
  departments(): Promise<readonly string[]>
  /** The first `limit` members, by name, as far as they let teammates see. */
  seen(limit: number): Promise<readonly SeenMember[]>
  /** Null where the ID belongs to no member of the account. The audit log records which profiles an admin views. */
  profile(id: string): Promise<MemberProfile | null>
  /** The same in short, with the records of these kinds that they own. A look at it is not recorded. */
  card(id: string, kinds: readonly CatalogueKind[]): Promise<MemberCard | null>
  /** The records of these kinds that a member owns or knows, by name, after `skip`. */
  records(
    id: string,
    relation: RecordRelation,
    kinds: readonly CatalogueKind[],
    skip: number,
  ): Promise<RecordPage<MemberRecord>>
  /** Changes the given fields, all or none of them. A member who becomes a viewer may hand over their records. */
  update(id: string, change: Partial<MemberDetails>, handover?: Handover): Promise<void>
  /** For admins. A member who becomes a viewer may hand over their records. */
  setLevel(id: string, level: PermissionLevel, handover?: Handover): Promise<void>
  /**
   * Ends a membership: admins can end anybody's, others their own. An account keeps at least one admin. Records that
   * are not handed over have no owner then.
   */
  remove(id: string, handover?: Handover): Promise<void>
  /** For admins: signs another member out everywhere, and says how many sessions that ended. */
  endSessions(id: string): Promise<number>
  /** For admins: removes another member's second factors with their recovery codes, and says how many there were. */
  removeSecondFactor(id: string): Promise<number>
}
