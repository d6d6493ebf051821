import type { Workspace } from '@cairn/workspace/port/workspace'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

const code = () => import('./all.ts')

type Programs = 'archives' | 'suggestions' | 'tokens' | 'webhooks'

/** What members take to other programs and have from them: one file, which is loaded with the first use of any of it. */
export function createPrograms(connect: Connect): Pick<Workspace, Programs> {
  return {
    archives: lazyPart(code, (all) => all.createArchivesOnDemand(connect)).load,
    suggestions: lazyPart(code, (all) => all.createSuggestionsOnDemand(connect)).load,
    tokens: lazyPart(code, (all) => all.createTokensOnDemand(connect)).load,
    webhooks: lazyPart(code, (all) => all.createWebhooksOnDemand(connect)).load,
  }
}
