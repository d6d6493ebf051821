import type { Tag } from '../port/records/tags.ts'

/** By name. */
export const DEMO_TAGS: readonly Tag[] = [
  { id: 'demo-tag-customers', name: 'customers', color: 'blue' },
  { id: 'demo-tag-finance', name: 'finance', color: 'green' },
  { id: 'demo-tag-personal-data', name: 'personal data', color: 'purple' },
]
