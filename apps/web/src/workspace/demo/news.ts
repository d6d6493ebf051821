import type { NewsPart } from '../port/news.ts'

/** Nothing ever happens among the examples. */
export const demoNews: NewsPart = {
  within: async () => ({ membership: { account: null, permissionLevel: 'viewer' }, changed: [] }),
}
