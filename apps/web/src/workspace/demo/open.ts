import { ALWAYS_UP } from '../port/connection.ts'
import type { Workspace } from '../port.ts'
import { loaded } from './answers.ts'
import { demoArticles } from './articles.ts'
import { demoCatalogues, demoCounts } from './catalogues.ts'
import { DEMO_ACTIVITIES } from './data/activities.ts'
import { minutesAgo } from './data/moments.ts'
import { DEMO_TEAM } from './data/team.ts'
import { demoEffects } from './deletion.ts'
import { demoHistory } from './history.ts'
import { demoNotifications } from './notifications.ts'
import { searchExamples } from './search.ts'
import { demoSecurity } from './security.ts'
import { demoAppearance, demoFeatures, demoPassword, demoPreferences, demoProfile } from './settings.ts'

/**
 * The workspace of guests: built-in data that takes 800 ms to load and is the same for every guest. Nothing goes to the
 * server; saving answers with `GuestModeError`.
 */
export function openDemo(): Workspace {
  return {
    kind: 'demo',
    connection: ALWAYS_UP,
    membership: { mine: async () => ({ account: null, permissionLevel: 'viewer' }) },
    features: demoFeatures,
    ...demoCatalogues,
    articles: demoArticles,
    search: { find: (text, limit) => loaded(() => searchExamples(text, limit)) },
    deletion: {
      effects: (_, id) => loaded(() => demoEffects(id)),
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
      counts: () => loaded(demoCounts),
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
