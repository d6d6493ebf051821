import { DEMO_ACTIVITIES } from '@cairn/workspace/examples/activities'
import { minutesAgo } from '@cairn/workspace/examples/moments'
import { phrase } from '@cairn/workspace/lib/phrase'
import { ALWAYS_UP } from '@cairn/workspace/port/connection'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { demoActs } from './acts.ts'
import { demoAlerts } from './alerts.ts'
import { loaded, notSaved } from './answers.ts'
import { demoArchives } from './archives.ts'
import { demoArticles } from './articles.ts'
import { demoAudit } from './audit.ts'
import { demoBin } from './bin.ts'
import { demoBulk } from './bulk.ts'
import { DEMO_RECORDS, demoCatalogues, demoCounts } from './catalogues.ts'
import { demoImpact } from './deletion.ts'
import { demoDetails } from './details.ts'
import { demoDiscovery } from './discovery.ts'
import { demoExports } from './exports.ts'
import { demoFirstSteps } from './first-steps.ts'
import { demoFound } from './found.ts'
import { demoCoverage, demoDeparted, demoGaps } from './gaps.ts'
import { demoHandovers } from './handovers.ts'
import { heartbeatsOfExamples } from './heartbeats.ts'
import { demoHistory } from './history.ts'
import { demoImports } from './imports.ts'
import { demoInbox } from './inbox.ts'
import { demoInvitations } from './invitations.ts'
import { demoJoining } from './joining.ts'
import { demoNews } from './news.ts'
import { demoNotifications } from './notifications.ts'
import { demoOutlook } from './outlook.ts'
import { demoOwnFields } from './own-fields.ts'
import { demoRelations } from './relations.ts'
import { searchExamples } from './search.ts'
import { demoSecurity } from './security.ts'
import { demoAppearance, demoFeatures, demoPassword, demoPreferences, demoProfile } from './settings.ts'
import { demoSuggestions } from './suggestions.ts'
import { demoTags } from './tags.ts'
import { demoTeam } from './team.ts'
import { demoTeams } from './teams.ts'
import { demoTokens } from './tokens.ts'
import { demoViews } from './views.ts'
import { webhooksOfExamples } from './webhooks.ts'

/**
 * The workspace of guests: built-in data that takes 800 ms to load and is the same for every guest. Nothing goes to the
 * server; saving answers with `GuestModeError`.
 */
// biome-ignore lint/plugin/short-functions: a flat table of the parts of the workspace.
export function openDemo(): Workspace {
  return {
    kind: 'demo',
    connection: ALWAYS_UP,
    membership: { mine: async () => ({ account: null, permissionLevel: 'viewer' }) },
    news: demoNews,
    features: demoFeatures,
    ...demoCatalogues,
    articles: demoArticles,
    search: { find: (text, limit) => loaded(() => searchExamples(text, limit)) },
    deletion: {
      impact: (_, id) => loaded(() => demoImpact([id])),
      remove: () => notSaved(phrase('Records')),
      retire: () => notSaved(phrase('Records')),
      prepareToLeave: async () => () => undefined,
    },
    bin: demoBin,
    relations: demoRelations,
    history: demoHistory,
    inbox: demoInbox,
    notifications: demoNotifications,
    preferences: demoPreferences,
    alerts: demoAlerts,
    appearance: demoAppearance,
    profile: demoProfile,
    password: demoPassword,
    security: demoSecurity,
    joining: demoJoining,
    bulk: demoBulk,
    exports: demoExports,
    archives: demoArchives,
    heartbeats: heartbeatsOfExamples,
    discovery: demoDiscovery,
    suggestions: demoSuggestions,
    acts: demoActs,
    imports: demoImports,
    found: demoFound,
    ownFields: demoOwnFields,
    details: demoDetails,
    tags: demoTags,
    tokens: demoTokens,
    audit: demoAudit,
    views: demoViews,
    webhooks: webhooksOfExamples,
    handovers: demoHandovers,
    team: demoTeam,
    teams: demoTeams,
    invitations: demoInvitations,
    firstSteps: demoFirstSteps,
    gaps: {
      figures: () => loaded(() => demoGaps(DEMO_RECORDS)),
      departed: (_, ids) => loaded(() => demoDeparted(ids)),
      coverage: () => loaded(() => demoCoverage(DEMO_RECORDS, Date.now())),
    },
    dashboard: {
      counts: () => loaded(demoCounts),
      outlook: () => loaded(demoOutlook),
      recentActivity: () =>
        loaded(() =>
          DEMO_ACTIVITIES.map(({ minutesAgo: minutes, ...activity }) => ({
            ...activity,
            occurredAt: minutesAgo(minutes),
            act: null,
          })),
        ),
    },
  }
}
