import { Search } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '@/ui/input.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { filterSystems } from './filter-systems.ts'
import { SystemsTable } from './systems-table.tsx'
import { useFilterText } from './use-address.ts'

interface FilteredSystemsProps {
  /** Null while loading. */
  systems: readonly System[] | null
  /** More of them are on their way. */
  isPartial: boolean
  onOpen: (system: System) => void
  onEdit: (system: System) => void
  onDelete: (system: System) => void
}

const NONE: readonly System[] = []

/** The table under a box that narrows it down. */
export function FilteredSystems({ systems, isPartial, ...handlers }: FilteredSystemsProps) {
  const { t } = useTranslation()
  const [text, setText] = useFilterText()
  const sought = useDeferredValue(text)
  const shown = useMemo(() => filterSystems(systems ?? NONE, sought), [systems, sought])
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="relative w-full max-w-72 max-md:max-w-none">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            type="search"
            aria-label={t('Filter systems')}
            placeholder={t('Filter systems...')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="pl-8"
          />
        </div>
        <p role="status" className="max-md:not-empty:mt-2 text-muted-foreground text-xs tabular-nums">
          {isPartial
            ? t('Loading more systems...')
            : systems &&
              sought.trim() &&
              t('{{shown}} of {{total}}', { shown: shown.length, total: systems.length })}
        </p>
      </div>
      <SystemsTable systems={shown} loading={systems === null} {...handlers} />
    </div>
  )
}
