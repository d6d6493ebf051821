import type { Activity } from '@/workspace/port/dashboard.ts'

/** Where an activity leads: the record, where it has an address, otherwise its catalogue. */
export function activityPath({ kind, id }: Pick<Activity, 'kind' | 'id'>): string {
  switch (kind) {
    case 'system':
      return `/systems?id=${encodeURIComponent(id)}`
    case 'automation':
      return '/automations'
    case 'agent':
      return '/agents'
    case 'solution':
      return '/solutions'
  }
}
