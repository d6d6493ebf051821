import type { Automation } from '../port/automations.ts'
import type { Workspace } from '../port.ts'
import { catalogueQueries } from './catalogue.ts'

/** Keys and fetchers of the automations. */
export const automationQueries = {
  all: ['automations'] as const,
  records: ({ automations }: Workspace) => catalogueQueries<Automation>(automationQueries.all, automations),
}
