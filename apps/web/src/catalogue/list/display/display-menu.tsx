import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import type { Sort } from '@/ui/data-table/types.ts'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { useListState } from '../address/use-list-state.ts'
import { ColumnsPanel, type ColumnsPanelProps } from '../columns/columns-panel.tsx'
import { type OrderedColumn, RowsPanel } from './rows-panel.tsx'

interface DisplayMenuProps extends ColumnsPanelProps {
  /** The columns that the list shows. */
  shown: readonly OrderedColumn[]
  sort: Sort | null
  onSort: (sort: Sort) => void
  onPrint: () => void
  /** Whether the rows to be printed are being loaded. */
  isPrinting: boolean
}

/** Opens the choices of how a list is shown: its groups, its order, the height of its rows and its columns. */
export function DisplayMenu(props: DisplayMenuProps) {
  const { shown, sort, onSort, onPrint, isPrinting, ...columns } = props
  const { kind, choice } = columns
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { view, change } = useListState(kind)
  const isUsual = choice === null && view.group === null
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          pending={isPrinting}
          className={isUsual ? undefined : 'bg-primary-soft text-link'}
        >
          <SlidersHorizontal aria-hidden />
          <span className="max-md:sr-only">{t('Display')}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('Display')}>
        <RowsPanel
          kind={kind}
          group={view.group}
          onGroup={(group) => change({ group })}
          {...{ shown, sort, onSort }}
        />
        <ColumnsPanel {...columns} />
        <div className="flex gap-1 border-t p-2">
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setOpen(false)
              onPrint()
            }}
          >
            {t('Print')}
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  )
}
