import { Bot, Boxes, type LucideIcon, Server, Waypoints } from 'lucide-react'
import { connectionsPath } from '@/lib/connections-path.ts'
import type { StatusLook } from '@/ui/status-badge.tsx'
import type { CatalogueKind, StatusOf } from '@/workspace/port/catalogues.ts'

/** What a kind of record looks like on every screen. Its words are English keys. */
interface KindLook<Status extends string> {
  icon: LucideIcon
  statuses: Record<Status, StatusLook>
  /** Its card on the dashboard, and the way from there to its list. */
  figure: { title: string; note: string; hint?: string }
  link: string
  /** The way to a new record: a form on another screen, or (null) the one of the list. */
  create: { label: string; path: string | null }
}

const ACTIVE: StatusLook = { label: 'Active', variant: 'success' }
const INACTIVE: StatusLook = { label: 'Inactive', variant: 'neutral' }
const DEPRECATED: StatusLook = { label: 'Deprecated', variant: 'danger' }

export const KINDS: { readonly [Kind in CatalogueKind]: KindLook<StatusOf<Kind>> } = {
  system: {
    icon: Server,
    statuses: {
      active: ACTIVE,
      inactive: INACTIVE,
      maintenance: { label: 'Maintenance', variant: 'warning' },
      deprecated: DEPRECATED,
    },
    figure: { title: 'Active Systems', note: 'Registered systems' },
    link: 'Manage Systems',
    create: { label: 'Add System', path: null },
  },
  automation: {
    icon: Waypoints,
    statuses: { active: ACTIVE, inactive: INACTIVE },
    figure: { title: 'Running Automations', note: 'Currently active' },
    link: 'View Automations',
    create: { label: 'Connect Automation', path: connectionsPath('automations') },
  },
  agent: {
    icon: Bot,
    statuses: { active: ACTIVE, training: { label: 'Training', variant: 'warning' }, inactive: INACTIVE },
    figure: { title: 'AI Agents', note: 'Deployed agents' },
    link: 'AI Agents',
    create: { label: 'Create Agent', path: connectionsPath('agents') },
  },
  solution: {
    icon: Boxes,
    statuses: {
      active: ACTIVE,
      development: { label: 'Development', variant: 'warning' },
      inactive: INACTIVE,
      deprecated: DEPRECATED,
    },
    figure: {
      title: 'Solutions',
      note: 'Available templates',
      hint: 'What your organization has built itself, to be used again.',
    },
    link: 'Browse Solutions',
    create: { label: 'Add Solution', path: null },
  },
}
