import type { AppearancePart } from './port/appearance.ts'
import type { ArticlesPart } from './port/articles.ts'
import type { AuditPart } from './port/audit.ts'
import type { BinPart } from './port/bin.ts'
import type { BulkPart } from './port/bulk.ts'
import type { CatalogueParts } from './port/catalogues.ts'
import type { Connection } from './port/connection.ts'
import type { DashboardPart } from './port/dashboard.ts'
import type { DeletionPart } from './port/deletion.ts'
import type { FeaturesPart } from './port/features.ts'
import type { GapsPart } from './port/gaps.ts'
import type { HandoversPart } from './port/handovers.ts'
import type { HistoryPart } from './port/history.ts'
import type { InvitationsPart } from './port/invitations.ts'
import type { JoiningPart } from './port/joining.ts'
import type { Account, Membership } from './port/membership.ts'
import type { NewsPart } from './port/news.ts'
import type { NotificationsPart } from './port/notifications.ts'
import type { PasswordPart } from './port/password.ts'
import type { PermissionLevel } from './port/permission-level.ts'
import type { PreferencesPart } from './port/preferences.ts'
import type { ProfilePart } from './port/profile.ts'
import type { SearchPart } from './port/search.ts'
import type { SecurityPart } from './port/security.ts'
import type { TeamPart } from './port/team.ts'

export type { Account, Membership, PermissionLevel }

/** A user who is signed in. */
export interface Person {
  id: string
  email: string
  name: string | null
  avatarUrl: string | null
}

/** The user of the screen, as far as screens decide by it. Guests and visitors are viewers without an account. */
export type Me =
  | { kind: 'visitor' | 'guest'; personId: null; account: null; permissionLevel: 'viewer' }
  | { kind: 'member'; personId: string; account: Account | null; permissionLevel: PermissionLevel }

/**
 * Everything that screens read and write, a part for each feature. `supabase` serves signed-in people from the
 * server, `demo` serves guests from built-in data. Methods throw `WorkspaceError`; the demo's writes throw `GuestModeError`.
 */
export interface Workspace extends CatalogueParts {
  readonly kind: 'supabase' | 'demo'
  readonly connection: Connection
  readonly membership: MembershipPart
  readonly news: NewsPart
  readonly features: FeaturesPart
  readonly articles: ArticlesPart
  readonly search: SearchPart
  readonly deletion: DeletionPart
  readonly bin: () => Promise<BinPart>
  readonly history: HistoryPart
  readonly team: TeamPart
  readonly invitations: InvitationsPart
  readonly dashboard: DashboardPart
  readonly gaps: GapsPart
  readonly notifications: NotificationsPart
  readonly preferences: PreferencesPart
  readonly appearance: AppearancePart
  readonly profile: ProfilePart
  readonly password: PasswordPart
  readonly security: SecurityPart
  /** Loaded when they are first used: few users ever need them. */
  readonly joining: () => Promise<JoiningPart>
  readonly audit: () => Promise<AuditPart>
  readonly handovers: () => Promise<HandoversPart>
  readonly bulk: () => Promise<BulkPart>
}

export interface MembershipPart {
  /** The caller's account and level. When this fails, the app goes on with the level viewer (PERM-14). */
  mine(): Promise<Membership>
}
