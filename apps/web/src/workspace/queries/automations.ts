import type { Automation } from '../port/automations.ts'
import type { Workspace } from '../port.ts'
import { catalogueList } from './catalogue.ts'

/** Keys and fetchers of the automations. */
export const automationQueries = {
  all: ['automations'] as const,
  list: ({ automations }: Workspace) =>
    catalogueList<Automation>(automationQueries.all, (onStart) => automations.list(onStart)),
}
