import type { AuditFilter } from '@cairn/workspace/port/audit'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { AuditRow } from '../entry/audit-row.tsx'
import { auditFilterOf } from './audit-filter.ts'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { ExportButton } from './export-button.tsx'
import { useAuditFields, useAuditLog } from './use-audit-log.ts'

/** The audit log of the account, newest first, as far as it fits the filter. */
export function AuditLogCard() {
  const { t } = useTranslation()
  const audit = useAuditFields()
  const filter = auditFilterOf(audit.fields)
  return (
    <Card aria-labelledby="audit-log">
      <CardHeader
        titleId="audit-log"
        title={t('Audit Log')}
        description={t('Who did what to the security of your account, and when.')}
        action={<ExportButton filter={filter} />}
      />
      <div className="px-5 py-3">
        <AuditFilterBar {...audit} />
      </div>
      <div className="border-t">
        {filter === null ? (
          <p role="alert" className="px-5 py-8 text-center text-destructive-foreground text-sm">
            {t('The end must be after the start.')}
          </p>
        ) : (
          <Entries filter={filter} isFiltered={audit.isFiltered} onClear={audit.clear} />
        )}
      </div>
    </Card>
  )
}

interface EntriesProps {
  filter: AuditFilter
  isFiltered: boolean
  onClear: () => void
}

function Entries({ filter, isFiltered, onClear }: EntriesProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLElement>(null)
  const log = useAuditLog(filter)
  const { entries, error, isFetching, refetch } = log
  if (entries === null && error) {
    return (
      <LoadFailed
        title={t('Error fetching audit logs')}
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
        className="px-5 py-4"
      />
    )
  }
  return (
    <section
      ref={area}
      aria-label={t('Audit log entries')}
      aria-busy={isFetching}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the arrow keys.
      tabIndex={0}
      className="h-96 overflow-y-auto focus-visible:-outline-offset-2"
    >
      {entries === null && <Loading label={t('Loading the audit log...')} />}
      {entries?.length === 0 && <Nothing isFiltered={isFiltered} onClear={onClear} />}
      {entries !== null && entries.length > 0 && (
        <>
          <ul className="divide-y">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ul>
          <OlderRows query={log} area={area} className="pb-4" />
        </>
      )}
    </section>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 px-5 text-muted-foreground text-sm">
      <p>{isFiltered ? t('No security events match the filter.') : t('No security events recorded yet.')}</p>
      {isFiltered && (
        <Button variant="outline" onClick={onClear}>
          {t('Show all')}
        </Button>
      )}
    </div>
  )
}

const LINES = ['one', 'two', 'three', 'four', 'five', 'six']

function Loading({ label }: { label: string }) {
  return (
    <div className="flex flex-col gap-4 px-5 py-4">
      <span className="sr-only">{label}</span>
      {LINES.map((line) => (
        <span key={line} className="flex flex-col gap-2">
          <Skeleton className="w-56 max-w-full" />
          <Skeleton className="h-3 w-40" />
        </span>
      ))}
    </div>
  )
}
