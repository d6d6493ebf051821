import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { canGroupBy } from '@cairn/workspace/rules/field-uses'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseDensity, useDensity } from '@/lib/browser/density.ts'
import { NARROW, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import type { Sort } from '@/ui/data-table/types.ts'
import { Select } from '@/ui/form/select.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { useFilterFields } from '../conditions/filter-fields.tsx'

/** A column by which rows can be ordered, where it has a value for that. */
export interface OrderedColumn {
  id: string
  header: string
  sortBy?: unknown
}

interface RowsPanelProps {
  kind: CatalogueKind
  /** The field by which records are grouped; null for none. */
  group: string | null
  onGroup: (group: string | null) => void
  shown: readonly OrderedColumn[]
  /** Null for the original order of the list. */
  sort: Sort | null
  onSort: (sort: Sort) => void
}

const NOTHING = ''

/** The groups, the order and the height of the rows. */
export function RowsPanel({ kind, group, onGroup, shown, sort, onSort }: RowsPanelProps) {
  const { t } = useTranslation()
  const fields = useFilterFields(kind).filter(({ key, type }) => canGroupBy(key, type))
  const isComfortable = useDensity() === 'comfortable'
  const hasCards = useMediaQuery(NARROW)
  return (
    <div className="flex flex-col gap-2 border-b p-3">
      <Line label={t('Group by')}>
        {(id) => (
          <Select id={id} value={group ?? NOTHING} onChange={({ target }) => onGroup(target.value || null)}>
            <option value={NOTHING}>{t('No groups')}</option>
            {fields.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Line>
      <OrderLine shown={shown} sort={sort} onSort={onSort} />
      {!hasCards && (
        <div className="flex min-h-8 items-center gap-2">
          <span aria-hidden className="flex-1 text-sm">
            {t('Comfortable rows')}
          </span>
          <Switch
            label={t('Comfortable rows')}
            checked={isComfortable}
            onChange={(next) => chooseDensity(next ? 'comfortable' : 'compact')}
          />
        </div>
      )}
    </div>
  )
}

/** The column by which rows are ordered, and the direction. A phone's cards have no heads to press. */
function OrderLine({ shown, sort, onSort }: Pick<RowsPanelProps, 'shown' | 'sort' | 'onSort'>) {
  const { t } = useTranslation()
  const orders = shown.filter(({ sortBy }) => sortBy !== undefined)
  const chosen = orders.find(({ id }) => id === sort?.id)?.id ?? NOTHING
  return (
    <Line label={t('Order by')}>
      {(id) => (
        <>
          <Select id={id} value={chosen} onChange={({ target }) => onSort({ id: target.value, desc: false })}>
            {chosen === NOTHING && (
              <option value={NOTHING} disabled>
                {t('Usual order')}
              </option>
            )}
            {orders.map((column) => (
              <option key={column.id} value={column.id}>
                {column.header}
              </option>
            ))}
          </Select>
          {sort && (
            <IconButton
              icon={sort.desc ? ArrowDown : ArrowUp}
              label={t('Descending')}
              aria-pressed={sort.desc}
              onClick={() => onSort({ ...sort, desc: !sort.desc })}
            />
          )}
        </>
      )}
    </Line>
  )
}

function Line({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-2">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <div className="flex items-center gap-1">{children(id)}</div>
    </div>
  )
}
