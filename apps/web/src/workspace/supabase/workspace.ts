import type { Workspace } from '../port.ts'
import type { Connect } from './client.ts'
import { createDashboard } from './dashboard.ts'
import { createFeatures } from './features.ts'
import { createMembership } from './membership.ts'
import { createSystems } from './systems.ts'
import { createTeam } from './team.ts'

/** The workspace of whoever is signed in with the client. */
export function createWorkspace(connect: Connect): Workspace {
  const { membership, standing } = createMembership(connect)
  return {
    kind: 'supabase',
    membership,
    features: createFeatures(connect, standing),
    systems: createSystems(connect, standing),
    team: createTeam(connect),
    dashboard: createDashboard(connect),
  }
}
