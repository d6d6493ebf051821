import type { PermissionLevel } from './permission-level.ts'

/** The name under which rules are about the single sign-on of the account's domain. */
export const SINGLE_SIGN_ON = 'saml'

/** A rule about a group of a sign-in provider: its members get a team, a level, or both. */
export interface GroupRule {
  id: string
  /** The provider by the name that the installation gave it, or {@link SINGLE_SIGN_ON}. */
  provider: string
  /** The claim of the ID token or the attribute of the assertion that names groups. */
  claim: string
  /** The group as the provider writes it. */
  group: string
  teamId: string | null
  level: PermissionLevel | null
  /** How many members of the team it brought in. */
  members: number
}

export type GroupRuleInput = Omit<GroupRule, 'id' | 'members'>

export const MAX_GROUP_NAME = 256

/** For admins: rules that fill teams and give levels at each sign-in by a provider. */
export interface GroupRulesPart {
  /** The rules, by provider and group. */
  list(): Promise<readonly GroupRule[]>
  /** @throws WorkspaceError of kind `conflict` where there is the same rule. */
  add(input: GroupRuleInput): Promise<void>
  remove(id: string): Promise<void>
}
