import type { InboxReason } from '@cairn/workspace/port/inbox'
import {
  ArrowRightLeft,
  CalendarClock,
  HeartPulse,
  Lightbulb,
  type LucideIcon,
  PackageSearch,
  PhoneIncoming,
  UserPlus,
} from 'lucide-react'

/** The icon of each reason of the inbox. */
export const INBOX_ICONS: Record<InboxReason, LucideIcon> = {
  handover: ArrowRightLeft,
  newcomer: UserPlus,
  suggestion: Lightbulb,
  late: HeartPulse,
  renewal: CalendarClock,
  found: PackageSearch,
  caller: PhoneIncoming,
}
