import type { FoundRecord } from '@cairn/workspace/port/found'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { cn } from '@/lib/cn.ts'
import { Ago } from '@/ui/display/ago.tsx'

/** The grid of a row: one cell below the other with labels up to a tablet; side by side under a header from 1024 px. */
export const COLUMNS =
  'grid gap-x-3 gap-y-1 grid-cols-[1.25rem_2rem_minmax(0,1fr)] lg:grid-cols-[1.25rem_2rem_minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_6.5rem_6.5rem] lg:items-center'

interface FoundRowProps {
  found: FoundRecord
  nowMs: number
  isSelected: boolean
  /** Null where it cannot be selected. */
  onSelect: ((isSelected: boolean) => void) | null
}

/** A discovered record: its name, its source, its owner there, and the time when it was seen. */
export function FoundRow({ found, nowMs, isSelected, onSelect }: FoundRowProps) {
  const { t } = useTranslation()
  const { kind, name, source, owner, recordId, firstSeenAt, lastSeenAt, isMissing } = found
  const Icon = KINDS[kind].icon
  return (
    <li className={cn(COLUMNS, 'px-4 py-3')}>
      {onSelect ? (
        <input
          type="checkbox"
          aria-label={t('Select {{name}}', { name })}
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
          className="mt-2 size-4 shrink-0 accent-primary max-lg:size-5 lg:mt-0"
        />
      ) : (
        <span />
      )}
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere font-medium text-sm">
          {recordId === null ? (
            name
          ) : (
            <Link to={recordPath({ kind, id: recordId })} className="hover:underline">
              {name}
            </Link>
          )}
        </p>
        <p className="text-muted-foreground text-xs">
          {t(CATALOGUES[kind].one)}
          {isMissing && (
            <span className="text-warning-foreground"> · {t('No longer sent by its source')}</span>
          )}
        </p>
      </div>
      <Value label={t('Source')}>{source}</Value>
      <Value label={t('Owner')}>{owner ?? '–'}</Value>
      <Value label={t('First seen')}>
        <Ago date={firstSeenAt} nowMs={nowMs} />
      </Value>
      <Value label={t('Last seen')}>
        <Ago date={lastSeenAt} nowMs={nowMs} />
      </Value>
    </li>
  )
}

function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="wrap-anywhere min-w-0 text-muted-foreground text-xs max-lg:col-start-3 lg:text-sm">
      <span className="lg:sr-only">{label}: </span>
      {children}
    </p>
  )
}
