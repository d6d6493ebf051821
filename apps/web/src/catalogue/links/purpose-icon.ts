import type { LinkPurpose } from '@cairn/workspace/port/records/link-purposes'
import {
  BookOpen,
  ChartLine,
  FileText,
  GitBranch,
  Link,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Store,
} from 'lucide-react'

/** The icon of each purpose of a link. */
export const PURPOSE_ICONS: Readonly<Record<LinkPurpose, LucideIcon>> = {
  docs: BookOpen,
  runbook: ListChecks,
  dashboard: ChartLine,
  chat: MessagesSquare,
  repository: GitBranch,
  contract: FileText,
  vendor: Store,
  other: Link,
}
