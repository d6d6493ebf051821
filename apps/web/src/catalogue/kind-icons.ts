import { Bot, Boxes, type LucideIcon, Server, Waypoints } from 'lucide-react'
import type { ActivityKind } from '@/workspace/port/dashboard.ts'

/** The icon of each kind of record, the same as in the sidebar. */
export const KIND_ICONS: Record<ActivityKind, LucideIcon> = {
  system: Server,
  automation: Waypoints,
  agent: Bot,
  solution: Boxes,
}
