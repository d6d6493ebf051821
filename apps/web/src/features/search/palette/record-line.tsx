import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import type { BadgeVariant } from '@/ui/display/badge.tsx'
import type { RecordLine } from './entries.ts'

const DOTS: Record<BadgeVariant, string> = {
  default: 'bg-primary',
  secondary: 'bg-muted-foreground',
  outline: 'bg-muted-foreground',
  neutral: 'bg-muted-foreground',
  success: 'bg-success-foreground',
  warning: 'bg-warning-foreground',
  danger: 'bg-destructive-foreground',
}

/** Status, owner and gap of a record, one below the other from row to row. */
export function RecordLineText({ record: { status, ownerName, gap } }: { record: RecordLine }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-2 text-muted-foreground text-xs">
      <span className="flex w-24 shrink-0 items-center max-md:w-22 gap-1.5">
        <span aria-hidden className={cn('size-1.5 shrink-0 rounded-full', DOTS[status.variant])} />
        <span className="truncate">{t(status.label)}</span>
      </span>
      {ownerName && <span className="min-w-16 truncate">{ownerName}</span>}
      {gap && <span className="min-w-0 truncate text-warning-foreground">{gap}</span>}
    </span>
  )
}
