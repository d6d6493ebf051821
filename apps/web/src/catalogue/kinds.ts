import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind, StatusOf } from '@cairn/workspace/port/records/catalogues'
import { Bot, Boxes, type LucideIcon, Server, Waypoints } from 'lucide-react'
import { connectionsPath } from '@/lib/address/connections-path.ts'
import type { StatusStyle } from '@/ui/display/status-badge.tsx'

/** The look of a kind of record on every screen. */
interface KindStyle<Status extends string> {
  icon: LucideIcon
  statuses: Record<Status, StatusStyle>
  /** Its card on the dashboard, and the way from there to its list. */
  figure: { title: Phrase; note: Phrase; hint?: Phrase }
  link: Phrase
  /** The way to a new record: a form on another screen, or (null) the one of the list. */
  create: { label: Phrase; path: string | null }
}

const ACTIVE: StatusStyle = { label: phrase('Active'), variant: 'success' }
const INACTIVE: StatusStyle = { label: phrase('Inactive'), variant: 'neutral' }
const DEPRECATED: StatusStyle = { label: phrase('Deprecated'), variant: 'danger' }

export const KINDS: { readonly [Kind in CatalogueKind]: KindStyle<StatusOf<Kind>> } = {
  system: {
    icon: Server,
    statuses: {
      active: ACTIVE,
      inactive: INACTIVE,
      maintenance: { label: phrase('Maintenance'), variant: 'warning' },
      deprecated: DEPRECATED,
    },
    figure: { title: phrase('Active Systems'), note: phrase('Registered systems') },
    link: phrase('Manage Systems'),
    create: { label: phrase('Add System'), path: null },
  },
  automation: {
    icon: Waypoints,
    statuses: { active: ACTIVE, inactive: INACTIVE },
    figure: { title: phrase('Running Automations'), note: phrase('Currently active') },
    link: phrase('View Automations'),
    create: { label: phrase('Connect Automation'), path: connectionsPath('automations') },
  },
  agent: {
    icon: Bot,
    statuses: {
      active: ACTIVE,
      training: { label: phrase('Training'), variant: 'warning' },
      inactive: INACTIVE,
    },
    figure: { title: phrase('AI Agents'), note: phrase('Deployed agents') },
    link: phrase('AI Agents'),
    create: { label: phrase('Create Agent'), path: connectionsPath('agents') },
  },
  solution: {
    icon: Boxes,
    statuses: {
      active: ACTIVE,
      development: { label: phrase('Development'), variant: 'warning' },
      inactive: INACTIVE,
      deprecated: DEPRECATED,
    },
    figure: {
      title: phrase('Solutions'),
      note: phrase('Available templates'),
      hint: phrase('What your organization has built itself and can use again.'),
    },
    link: phrase('Browse Solutions'),
    create: { label: phrase('Add Solution'), path: null },
  },
}
