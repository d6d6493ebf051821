import { GuestModeError, NotSignedIn } from '../errors.ts'
import type { Workspace } from '../port.ts'
import { DEFAULT_FEATURES } from '../rules/features.ts'
import { DEMO_ACTIVITIES } from './data/activities.ts'
import { DEMO_AGENTS, DEMO_AUTOMATIONS, DEMO_SOLUTIONS } from './data/catalogues.ts'
import { DEMO_SYSTEMS } from './data/systems.ts'
import { DEMO_TEAM } from './data/team.ts'

const LOADING_MS = 800
const MINUTE_MS = 60_000

/**
 * The workspace of guests: built-in data that takes 800 ms to load and is the same for everybody. Nothing goes to the
 * server; saving answers with `GuestModeError`.
 */
export function openDemo(): Workspace {
  return {
    kind: 'demo',
    membership: { mine: async () => ({ account: null, permissionLevel: 'viewer' }) },
    features: { list: async () => DEFAULT_FEATURES },
    systems: {
      list: () => loaded(() => DEMO_SYSTEMS),
      add: () => notSaved('Systems'),
      update: () => notSaved('Systems'),
      remove: () => notSaved('Systems'),
      experts: () => loaded(() => []),
      addExpert: () => notSignedIn('You must be logged in to add experts'),
      removeExpert: () => notSignedIn('You must be logged in to remove experts'),
    },
    team: {
      members: () =>
        loaded(() => DEMO_TEAM.map(({ id, name }) => ({ id, name, avatarUrl: null, isPending: false }))),
    },
    dashboard: {
      counts: () =>
        loaded(() => ({
          systems: DEMO_SYSTEMS.filter(isActive).length,
          automations: DEMO_AUTOMATIONS.filter(isActive).length,
          agents: DEMO_AGENTS.length,
          solutions: DEMO_SOLUTIONS.length,
        })),
      recentActivity: () =>
        loaded(() =>
          DEMO_ACTIVITIES.map(({ minutesAgo, ...activity }) => ({
            ...activity,
            occurredAt: new Date(Date.now() - minutesAgo * MINUTE_MS),
          })),
        ),
    },
  }
}

function loaded<T>(read: () => T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(read()), LOADING_MS)
  })
}

async function notSaved(things: string): Promise<never> {
  throw new GuestModeError(things)
}

async function notSignedIn(message: string): Promise<never> {
  throw new NotSignedIn(message)
}

function isActive({ status }: { status: string | null }): boolean {
  return status === 'active'
}
