import type { BadgeVariant } from '@/ui/badge.tsx'
import { SYSTEM_STATUSES, type SystemStatus } from '@/workspace/port/systems.ts'

const LOOKS: Record<SystemStatus, { label: string; variant: BadgeVariant }> = {
  active: { label: 'Active', variant: 'success' },
  inactive: { label: 'Inactive', variant: 'neutral' },
  maintenance: { label: 'Maintenance', variant: 'warning' },
  deprecated: { label: 'Deprecated', variant: 'danger' },
}

/** The word (an English key) and colour of a status; for one that is not known, 'Unknown'. */
export function statusLook(status: string): { label: string; variant: BadgeVariant } {
  const known = SYSTEM_STATUSES.find((candidate) => candidate === status)
  return known ? LOOKS[known] : { label: 'Unknown', variant: 'neutral' }
}
