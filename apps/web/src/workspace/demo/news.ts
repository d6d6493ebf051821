import type { NewsPart } from '@cairn/workspace/port/news'

/** Nothing ever happens among the examples. */
export const demoNews: NewsPart = {
  within: async () => ({ membership: { account: null, permissionLevel: 'viewer' }, changed: [] }),
}
