import type { Automation } from '@/workspace/port/automations.ts'
import type { Workspace } from '@/workspace/port.ts'
import { catalogueQueries } from './catalogue.ts'

/** Keys and fetchers of the automations. */
export const automationQueries = {
  all: ['automations'] as const,
  records: ({ automations }: Workspace) => catalogueQueries<Automation>(automationQueries.all, automations),
}
