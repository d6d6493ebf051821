/** Members of the account who answer for something together. */
export interface Team {
  id: string
  /** Unique within the account, regardless of case and accents. */
  name: string
  leadId: string | null
  deputyId: string | null
  /** The e-mail address of the team; empty for none, as the links are. */
  mail: string
  chatUrl: string
  onCallUrl: string
  notices: TeamNotices
  /** How many members it has. */
  members: number
  /** How many records of all catalogues it owns. */
  records: number
}

/** Whom notices about what the team owns go to: lead and deputy, or all members. */
type TeamNotices = 'lead' | 'all'

/** A team by name, where no more is needed. */
export type TeamName = Pick<Team, 'id' | 'name'>

/** A member of a team. */
interface TeamMembership {
  memberId: string
  /** The group by which a rule brought the member in, whose name admins alone see; null where a manager added them. */
  byGroup: { name: string | null } | null
}

/** The input for a team. Lead and deputy become members. */
export interface TeamInput extends Omit<Team, 'id' | 'members' | 'records'> {
  memberIds: readonly string[]
}

/** The end of a team: how many records went on, and the act that can be undone. */
export interface TeamEnd {
  records: number
  /** Null where it is not known. */
  act: string | null
}

export const MAX_TEAM_NAME = 120

export interface TeamsPart {
  /** All teams of the account, by name. */
  list(): Promise<readonly Team[]>
  /** The teams of a member, by name. */
  of(memberId: string): Promise<readonly TeamName[]>
  members(id: string): Promise<readonly TeamMembership[]>
  /**
   * For managers: changes a team with all its members, or adds one where the id is null. Returns its id.
   * @throws WorkspaceError of kind `conflict` where the name is taken.
   */
  save(id: string | null, input: TeamInput): Promise<string>
  /** For managers: another team gets the members and records of a team, which is deleted. */
  merge(id: string, into: string): Promise<TeamEnd>
  /** For managers: deletes a team. A member gets its records, or nobody. */
  remove(id: string, receiverId: string | null): Promise<TeamEnd>
  /** For managers: adds a team for each department that members show, with these members. Returns how many. */
  addDepartments(): Promise<number>
}
