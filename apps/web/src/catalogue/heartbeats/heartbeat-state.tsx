import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { HeartbeatState } from '@cairn/workspace/port/records/heartbeats'
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  ClockAlert,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { Badge, type BadgeVariant } from '@/ui/display/badge.tsx'

interface StateLook {
  label: Phrase
  icon: LucideIcon
  variant: BadgeVariant
}

/** Word, icon and color of each state. */
export const HEARTBEAT_LOOKS: Readonly<Record<HeartbeatState, StateLook>> = {
  on_time: { label: phrase('On time'), icon: CircleCheck, variant: 'success' },
  running: { label: phrase('Running'), icon: CirclePlay, variant: 'secondary' },
  late: { label: phrase('Late'), icon: ClockAlert, variant: 'warning' },
  failing: { label: phrase('Failing'), icon: CircleX, variant: 'danger' },
  paused: { label: phrase('Paused'), icon: CirclePause, variant: 'neutral' },
  never: { label: phrase('Never reported'), icon: CircleDashed, variant: 'neutral' },
}

const ICON_COLORS: Readonly<Record<HeartbeatState, string>> = {
  on_time: 'text-success',
  running: 'text-muted-foreground',
  late: 'text-caution',
  failing: 'text-destructive',
  paused: 'text-muted-foreground',
  never: 'text-muted-foreground',
}

/** How an automation or agent is, in a narrow line: an icon, whose word is its tooltip. */
export function HeartbeatIcon({ state }: { state: HeartbeatState }) {
  const { t } = useTranslation()
  const { label, icon: Icon } = HEARTBEAT_LOOKS[state]
  return (
    <span title={t(label)} className="shrink-0">
      <Icon aria-hidden className={cn('size-3.5', ICON_COLORS[state])} />
      <span className="sr-only">{t(label)}</span>
    </span>
  )
}

/** How an automation or agent is by what it reports: an icon and a word. */
export function HeartbeatBadge({ state }: { state: HeartbeatState }) {
  const { t } = useTranslation()
  const { label, icon: Icon, variant } = HEARTBEAT_LOOKS[state]
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {t(label)}
    </Badge>
  )
}
