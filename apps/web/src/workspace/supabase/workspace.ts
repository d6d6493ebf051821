import { ALWAYS_UP, type Connection } from '../port/connection.ts'
import type { Workspace } from '../port.ts'
import { createAgents } from './agents.ts'
import { createAppearance } from './appearance.ts'
import { createArticles } from './articles.ts'
import { createAutomations } from './automations.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import { createDashboard } from './dashboard.ts'
import { createDeletion } from './deletion.ts'
import { createFeatures } from './features.ts'
import { createGaps } from './gaps.ts'
import { createHistory } from './history.ts'
import { createInvitations } from './invitations.ts'
import { createMembership } from './membership.ts'
import { createNews } from './news.ts'
import { createNotifications } from './notifications.ts'
import { createPassword } from './password.ts'
import { createPreferences } from './preferences.ts'
import { createProfile } from './profile.ts'
import { createSearch } from './search.ts'
import { createSecurity } from './security.ts'
import { createSolutions } from './solutions.ts'
import { createSystems } from './systems.ts'
import { createTeam } from './team.ts'

/** The workspace of the user who is signed in with the client. `origin` is that of the page. */
export function createWorkspace(
  connect: Connect,
  origin: string,
  connection: Connection = ALWAYS_UP,
): Workspace {
  const { membership, findCaller, noteAccount } = createMembership(connect)
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
    invitations: createInvitations(connect, findCaller, origin),
    dashboard: createDashboard(connect),
    gaps: createGaps(connect),
    notifications: createNotifications(connect),
    preferences: createPreferences(connect),
    appearance: createAppearance(connect, findCaller),
    profile: createProfile(connect),
    password: createPassword(connect),
    security: createSecurity(connect),
    joining: async () =>
      (await import('./joining.ts').catch(chunkMissing)).createJoining(connect, findCaller),
    handovers: async () => (await import('./handovers.ts').catch(chunkMissing)).createHandovers(connect),
    bin: async () => (await import('./bin.ts').catch(chunkMissing)).createBin(connect),
    bulk: async () => (await import('./bulk.ts').catch(chunkMissing)).createBulk(connect),
    audit: async () => (await import('./audit.ts').catch(chunkMissing)).createAudit(connect),
  }
}
