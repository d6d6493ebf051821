import { ALWAYS_UP, type Connection } from '@cairn/workspace/port/connection'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { createAppearance } from './account/appearance.ts'
import { createFeatures } from './account/features.ts'
import { createJoining } from './account/joining.ts'
import { createMembership } from './account/membership.ts'
import { createArticles } from './articles/articles.ts'
import { createAgents } from './catalogues/agents.ts'
import { createAutomations } from './catalogues/automations.ts'
import { createSolutions } from './catalogues/solutions.ts'
import { createSystems } from './catalogues/systems.ts'
import type { Connect } from './client/client.ts'
import { loadedOnUse } from './client/loaded-on-use.ts'
import { createInvitations } from './invitations/invitations.ts'
import { createAudit } from './monitoring/audit.ts'
import { createDashboard } from './monitoring/dashboard.ts'
import { createInbox } from './notifications/inbox.ts'
import { createNews } from './notifications/news.ts'
import { createNotifications } from './notifications/notifications.ts'
import { createPreferences } from './profile/preferences.ts'
import { createProfile } from './profile/profile.ts'
import { createSuggestions } from './programs/suggestions.ts'
import { createTokens } from './programs/tokens.ts'
import { createActs } from './records/acts.ts'
import { createBin } from './records/bin.ts'
import { createBulk } from './records/bulk.ts'
import { createDeletion } from './records/deletion.ts'
import { createDiscovery } from './records/discovery.ts'
import { createExports } from './records/exports.ts'
import { createFirstSteps } from './records/first-steps.ts'
import { createFound } from './records/found.ts'
import { createGaps } from './records/gaps.ts'
import { createHandovers } from './records/handovers.ts'
import { createHeartbeats } from './records/heartbeats.ts'
import { createHistory } from './records/history.ts'
import { createOwnFields } from './records/own-fields.ts'
import { createRelations } from './records/relations.ts'
import { createTags } from './records/tags.ts'
import { createViews } from './records/views.ts'
import { createSearch } from './search/search.ts'
import { createPassword } from './security/password.ts'
import { createSecurity } from './security/security.ts'
import { createTeam } from './team/team.ts'
import { createTeams } from './team/teams.ts'

/** The workspace of the user who is signed in with the client. `origin` is that of the page. */
export function createWorkspace(
  connect: Connect,
  origin: string,
  connection: Connection = ALWAYS_UP,
): Workspace {
  const { membership, findCaller, noteAccount } = createMembership(connect)
  const invitations = createInvitations(connect, findCaller, origin)
  return {
    kind: 'supabase',
    connection,
    membership,
    news: createNews(connect, noteAccount),
    features: createFeatures(connect, findCaller),
    systems: createSystems(connect, findCaller),
    solutions: createSolutions(connect, findCaller),
    agents: createAgents(connect, findCaller),
    automations: createAutomations(connect, findCaller),
    articles: createArticles(connect, findCaller),
    search: createSearch(connect),
    deletion: createDeletion(connect),
    history: createHistory(connect, findCaller),
    team: createTeam(connect, findCaller),
    teams: createTeams(connect),
    invitations,
    dashboard: createDashboard(connect),
    gaps: createGaps(connect),
    firstSteps: createFirstSteps(connect),
    inbox: createInbox(connect),
    notifications: createNotifications(connect),
    preferences: createPreferences(connect),
    alerts: loadedOnUse(async () => (await import('./profile/alerts.ts')).createAlerts(connect)),
    appearance: createAppearance(connect, findCaller),
    profile: createProfile(connect),
    password: createPassword(connect),
    security: createSecurity(connect),
    joining: createJoining(connect, findCaller),
    handovers: createHandovers(connect),
    bin: createBin(connect),
    relations: createRelations(connect),
    bulk: createBulk(connect),
    exports: createExports(connect),
    acts: createActs(connect),
    heartbeats: createHeartbeats(connect),
    discovery: createDiscovery(connect),
    imports: loadedOnUse(async () =>
      (await import('./records/imports.ts')).createImports(connect, invitations),
    ),
    found: createFound(connect),
    ownFields: createOwnFields(connect),
    details: loadedOnUse(async () => (await import('./records/details.ts')).createDetails(connect)),
    tags: createTags(connect),
    audit: createAudit(connect),
    views: createViews(connect),
    archives: loadedOnUse(async () => (await import('./programs/archives.ts')).createArchives(connect)),
    suggestions: createSuggestions(connect),
    tokens: createTokens(connect),
    webhooks: loadedOnUse(async () => (await import('./programs/webhooks.ts')).createWebhooks(connect)),
  }
}
