import { ALWAYS_UP, type Connection } from '../port/connection.ts'
import type { Workspace } from '../port.ts'
import { createAgents } from './agents.ts'
import { createAppearance } from './appearance.ts'
import { createArticles } from './articles.ts'
import { createAutomations } from './automations.ts'
import type { Connect } from './client.ts'
import { createDashboard } from './dashboard.ts'
import { createDeletion } from './deletion.ts'
import { createFeatures } from './features.ts'
import { createHistory } from './history.ts'
import { createMembership } from './membership.ts'
import { createNotifications } from './notifications.ts'
import { createPassword } from './password.ts'
import { createPreferences } from './preferences.ts'
import { createProfile } from './profile.ts'
import { createSearch } from './search.ts'
import { createSecurity } from './security.ts'
import { createSolutions } from './solutions.ts'
import { createSystems } from './systems.ts'
import { createTeam } from './team.ts'

/** The workspace of the user who is signed in with the client. */
export function createWorkspace(connect: Connect, connection: Connection = ALWAYS_UP): Workspace {
  const { membership, findCaller } = createMembership(connect)
  return {
    kind: 'supabase',
    connection,
    membership,
    features: createFeatures(connect, findCaller),
    systems: createSystems(connect, findCaller),
    solutions: createSolutions(connect, findCaller),
    agents: createAgents(connect, findCaller),
    automations: createAutomations(connect, findCaller),
    articles: createArticles(connect, findCaller),
    search: createSearch(connect),
    deletion: createDeletion(connect),
    history: createHistory(connect, findCaller),
    team: createTeam(connect),
    dashboard: createDashboard(connect),
    notifications: createNotifications(connect),
    preferences: createPreferences(connect),
    appearance: createAppearance(connect, findCaller),
    profile: createProfile(connect),
    password: createPassword(connect),
    security: createSecurity(connect),
  }
}
