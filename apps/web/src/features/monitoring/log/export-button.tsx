import type { AuditFilter } from '@cairn/workspace/port/audit'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import { useExport } from './use-export.ts'

/** Exports what is filtered, as CSV or JSON. */
export function ExportButton({ filter }: { filter: AuditFilter | null }) {
  const { t } = useTranslation()
  const { exported, start, stop } = useExport(filter)
  if (exported !== null) {
    return (
      <>
        <span role="status" className="text-muted-foreground text-xs tabular-nums">
          {t('{{count}} entries so far', { count: exported, defaultValue_one: '{{count}} entry so far' })}
        </span>
        <Button variant="outline" onClick={stop}>
          {t('Stop export')}
        </Button>
      </>
    )
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="outline"
          disabledReason={filter === null ? t('The end must be after the start.') : null}
        >
          <Download aria-hidden />
          {t('Export')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => void start('csv')}>{t('As CSV')}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void start('json')}>{t('As JSON')}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
