import { ALWAYS_UP } from '../port/connection.ts'
import type { Workspace } from '../port.ts'
import { loaded, notSaved, notSignedIn, samples } from './answers.ts'
import { demoArticles } from './articles.ts'
import { DEMO_ACTIVITIES } from './data/activities.ts'
import { DEMO_AGENTS } from './data/agents.ts'
import { DEMO_AUTOMATIONS } from './data/automations.ts'
import { minutesAgo } from './data/moments.ts'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from './data/solutions.ts'
import { DEMO_SYSTEMS } from './data/systems.ts'
import { DEMO_TEAM } from './data/team.ts'
import { demoEffects } from './deletion.ts'
import { demoHistory } from './history.ts'
import { demoNotifications } from './notifications.ts'
import { searchExamples } from './search.ts'
import { demoSecurity } from './security.ts'
import { demoAppearance, demoFeatures, demoPassword, demoPreferences, demoProfile } from './settings.ts'

/**
 * The workspace of guests: built-in data that takes 800 ms to load and is the same for everybody. Nothing goes to the
 * server; saving answers with `GuestModeError`.
 */
export function openDemo(): Workspace {
  return {
    kind: 'demo',
    connection: ALWAYS_UP,
    membership: { mine: async () => ({ account: null, permissionLevel: 'viewer' }) },
    features: demoFeatures,
    systems: {
      ...samples('Systems', () => DEMO_SYSTEMS),
      experts: () => loaded(() => []),
      addExpert: () => notSignedIn('You must be logged in to add experts'),
      removeExpert: () => notSignedIn('You must be logged in to remove experts'),
    },
    solutions: {
      ...samples('Solutions', () => DEMO_SOLUTIONS),
      links: (kind, solutionId) => loaded(() => DEMO_SOLUTION_LINKS[kind].get(solutionId) ?? []),
      addLink: () => notSaved('Solutions'),
      removeLink: () => notSaved('Solutions'),
    },
    agents: {
      ...samples('Agents', () =>
        DEMO_AGENTS.map(({ usedMinutesAgo, ...agent }) => ({
          ...agent,
          lastUsed: minutesAgo(usedMinutesAgo),
        })),
      ),
      setStatus: () => notSaved('Agents'),
    },
    automations: {
      ...samples('Automations', () =>
        DEMO_AUTOMATIONS.map(({ ranMinutesAgo, ...automation }) => ({
          ...automation,
          lastRun: minutesAgo(ranMinutesAgo),
        })),
      ),
      setStatus: () => notSaved('Automations'),
    },
    articles: demoArticles,
    search: { find: (text, limit) => loaded(() => searchExamples(text, limit)) },
    deletion: {
      effects: (kind, id) => loaded(() => demoEffects(kind, id)),
      prepareToLeave: async () => () => undefined,
    },
    history: demoHistory,
    notifications: demoNotifications,
    preferences: demoPreferences,
    appearance: demoAppearance,
    profile: demoProfile,
    password: demoPassword,
    security: demoSecurity,
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
          DEMO_ACTIVITIES.map(({ minutesAgo: minutes, ...activity }) => ({
            ...activity,
            occurredAt: minutesAgo(minutes),
          })),
        ),
    },
  }
}

function isActive({ status }: { status: string | null }): boolean {
  return status === 'active'
}
