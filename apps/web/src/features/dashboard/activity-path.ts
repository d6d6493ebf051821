import type { Activity, ActivityKind } from '@/workspace/port/dashboard.ts'

const CATALOGUES: Record<ActivityKind, string> = {
  system: '/systems',
  automation: '/automations',
  agent: '/agents',
  solution: '/solutions',
}

/** Where an activity leads: to the details of its record. */
export function activityPath({ kind, id }: Pick<Activity, 'kind' | 'id'>): string {
  return `${CATALOGUES[kind]}?id=${encodeURIComponent(id)}`
}
