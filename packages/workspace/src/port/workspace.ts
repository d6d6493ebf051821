import type { AlertsPart } from './alerts.ts'
import type { AppearancePart } from './appearance.ts'
import type { ArchivesPart } from './archives.ts'
import type { ArticlesPart } from './articles.ts'
import type { AuditPart } from './audit.ts'
import type { Connection } from './connection.ts'
import type { DashboardPart } from './dashboard.ts'
import type { DiscoveryPart } from './discovery.ts'
import type { ExportsPart } from './exports.ts'
import type { FeaturesPart } from './features.ts'
import type { FoundPart } from './found.ts'
import type { ImportsPart } from './imports.ts'
import type { InboxPart } from './inbox.ts'
import type { InvitationsPart } from './invitations.ts'
import type { JoiningPart } from './joining.ts'
import type { Account, Membership } from './membership.ts'
import type { NewsPart } from './news.ts'
import type { NotificationsPart } from './notifications.ts'
import type { PasswordPart } from './password.ts'
import type { PermissionLevel } from './permission-level.ts'
import type { PreferencesPart } from './preferences.ts'
import type { ProfilePart } from './profile.ts'
import type { ActsPart } from './records/acts.ts'
import type { BinPart } from './records/bin.ts'
import type { BulkPart } from './records/bulk.ts'
import type { CatalogueParts } from './records/catalogues.ts'
import type { DeletionPart } from './records/deletion.ts'
import type { DetailsPart } from './records/details.ts'
import type { FirstStepsPart } from './records/first-steps.ts'
import type { GapsPart } from './records/gaps.ts'
import type { HandoversPart } from './records/handovers.ts'
import type { HeartbeatsPart } from './records/heartbeats.ts'
import type { HistoryPart } from './records/history.ts'
import type { OwnFieldsPart } from './records/own-fields.ts'
import type { MapPart } from './records/record-map.ts'
import type { RelationsPart } from './records/relations.ts'
import type { TagsPart } from './records/tags.ts'
import type { ViewsPart } from './records/views.ts'
import type { SearchPart } from './search.ts'
import type { SecurityPart } from './security.ts'
import type { SuggestionsPart } from './suggestions.ts'
import type { TeamPart } from './team.ts'
import type { TeamsPart } from './teams.ts'
import type { TokensPart } from './tokens.ts'
import type { WebhooksPart } from './webhooks.ts'

export type { Account, Membership, PermissionLevel }

/** A user who is signed in. */
export interface Person {
  id: string
  email: string
  name: string | null
  avatarUrl: string | null
  /** They want no first steps on their dashboard any more. */
  hidesFirstSteps?: boolean
}

/** The user of the screen, as far as screens decide by it. Guests and visitors are viewers without an account. */
export type Me =
  | { kind: 'visitor' | 'guest'; personId: null; account: null; permissionLevel: 'viewer' }
  | {
      kind: 'member'
      personId: string
      account: Account | null
      permissionLevel: PermissionLevel
      /** The IDs of the teams of the person, once they are known and where they decide something. */
      teams?: readonly string[]
    }

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
  readonly bin: BinPart
  readonly relations: RelationsPart & MapPart
  readonly history: HistoryPart
  readonly team: TeamPart
  readonly teams: TeamsPart
  readonly invitations: InvitationsPart
  readonly dashboard: DashboardPart
  readonly gaps: GapsPart
  readonly firstSteps: FirstStepsPart
  readonly inbox: InboxPart
  readonly notifications: NotificationsPart
  readonly preferences: PreferencesPart
  readonly alerts: AlertsPart
  readonly appearance: AppearancePart
  readonly profile: ProfilePart
  readonly password: PasswordPart
  readonly security: SecurityPart
  readonly joining: JoiningPart
  readonly audit: AuditPart
  readonly handovers: HandoversPart
  readonly bulk: BulkPart
  readonly archives: ArchivesPart
  readonly exports: ExportsPart
  readonly heartbeats: HeartbeatsPart
  readonly discovery: DiscoveryPart
  readonly suggestions: SuggestionsPart
  readonly acts: ActsPart
  readonly imports: ImportsPart
  readonly found: FoundPart
  readonly ownFields: OwnFieldsPart
  readonly details: DetailsPart
  readonly tags: TagsPart
  readonly tokens: TokensPart
  readonly views: ViewsPart
  readonly webhooks: WebhooksPart
}

export interface MembershipPart {
  /** The caller's account and level. When this fails, the app goes on with the level viewer (PERM-14). */
  mine(): Promise<Membership>
}
