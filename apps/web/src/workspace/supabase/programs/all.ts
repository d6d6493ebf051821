export { createArchivesOnDemand } from './archives-on-demand.ts'
export { createSuggestionsOnDemand } from './suggestions-on-demand.ts'
export { createTokensOnDemand } from './tokens-on-demand.ts'
export { createWebhooksOnDemand } from './webhooks-on-demand.ts'
