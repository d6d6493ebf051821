import type { ActivityKind } from '@/workspace/port/dashboard.ts'

const CATALOGUES: Record<ActivityKind, string> = {
  system: '/systems',
  automation: '/automations',
  agent: '/agents',
  solution: '/solutions',
}

/** Where a record's details are: the address of its catalogue, with its id. */
export function recordPath({ kind, id }: { kind: ActivityKind; id: string }): string {
  return `${CATALOGUES[kind]}?id=${encodeURIComponent(id)}`
}
