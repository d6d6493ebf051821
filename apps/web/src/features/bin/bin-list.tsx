import type { BinnedRecord } from '@cairn/workspace/port/records/bin'
import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { hasRank } from '@cairn/workspace/rules/can'
import type { TFunction } from 'i18next'
import { Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { ExportButton } from '@/shared/export/export-button.tsx'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { SearchField } from '@/ui/form/search-field.tsx'
import { FilterSelect } from '@/ui/picker/filter-select.tsx'
import { BinRecords } from './bin-records.tsx'
import { ExportBin } from './export-bin.tsx'
import { useBin, usePurge } from './use-bin.ts'

/** The records that were deleted lately, and can be restored. */
export function BinList() {
  const { t } = useTranslation()
  const [kind, choose] = useKind()
  const [query, setQuery] = useState('')
  const bin = useBin(kind, useDeferredValue(query))
  const [purged, setPurged] = useState<BinnedRecord | 'all' | null>(null)
  const { days, items } = bin
  return (
    <>
      <div className="flex flex-col gap-3">
        <p className="text-muted-foreground text-sm">{subtitleOf(days, t)}</p>
        <div className="flex flex-wrap gap-2">
          <SearchField
            label={t('Search the bin')}
            placeholder={t('Search the bin')}
            value={query}
            onType={setQuery}
            clearLabel={t('Clear search')}
            className="sm:max-w-72"
          />
          <FilterSelect label={t('Kind')} value={kind} onChange={choose} all={t('All kinds')}>
            {CATALOGUE_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(CATALOGUES[one].title)}
              </option>
            ))}
          </FilterSelect>
          <div className="ml-auto flex gap-2">
            <ExportButton dialog={ExportBin} of={{ kind, query }} />
            <EmptyTheBin isEmpty={kind === null && items?.length === 0} onEmpty={() => setPurged('all')} />
          </div>
        </div>
        {items === null && bin.error ? (
          <ErrorState
            title={t('The bin could not be loaded.')}
            message={failureReason(bin.error, t)}
            onRetry={() => void bin.refetch()}
            retrying={bin.isFetching}
          />
        ) : (
          <BinRecords
            items={items}
            isOld={bin.isPlaceholderData}
            onPurge={setPurged}
            empty={<Nothing query={query} kind={kind} onShowAll={() => choose(null)} />}
          />
        )}
        <OlderRows query={bin} />
      </div>
      {purged && <PurgeDialog what={purged} onClose={() => setPurged(null)} />}
    </>
  )
}

function EmptyTheBin({ isEmpty, onEmpty }: { isEmpty: boolean; onEmpty: () => void }) {
  const { t } = useTranslation()
  const isAdmin = hasRank(useMe().permissionLevel, 'admin')
  if (!isAdmin) return null
  return (
    <Button
      variant="outline"
      disabledReason={isEmpty ? t('There is nothing to delete.') : null}
      onClick={onEmpty}
    >
      <Trash2 aria-hidden />
      {t('Empty the bin')}
    </Button>
  )
}

function subtitleOf(days: number | null, t: TFunction): string {
  if (days === null) return t('Deleted records stay here.')
  return t('Deleted records stay here for {{count}} days.', {
    count: days,
    defaultValue_one: 'Deleted records stay here for {{count}} day.',
  })
}

interface NothingProps {
  query: string
  kind: CatalogueKind | null
  onShowAll: () => void
}

function Nothing({ query, kind, onShowAll }: NothingProps) {
  if (query.trim() !== '') return <NoneFound />
  return kind === null ? <EmptyBin /> : <NoneOfKind onShowAll={onShowAll} />
}

function EmptyBin() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={Trash2}
      title={t('The bin is empty')}
      description={t('You can restore deleted systems, solutions, agents and automations here.')}
    />
  )
}

function NoneFound() {
  const { t } = useTranslation()
  return <EmptyState icon={Trash2} title={t('Nothing with this name is in the bin')} />
}

function NoneOfKind({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={Trash2}
      title={t('Nothing of this kind is in the bin')}
      action={
        <Button variant="outline" onClick={onShowAll}>
          {t('Show all kinds')}
        </Button>
      }
    />
  )
}

function PurgeDialog({ what, onClose }: { what: BinnedRecord | 'all'; onClose: () => void }) {
  const { t } = useTranslation()
  const purge = usePurge(what, onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={what === 'all' ? t('Empty the bin') : t('Delete {{name}} for good', { name: what.name })}
      description={
        what === 'all'
          ? t(
              'This deletes everything in the bin for good, whatever its kind. Nobody can restore it afterwards.',
            )
          : t('Nobody can restore it afterwards.')
      }
      confirmLabel={t('Delete for good')}
      destructive
      pending={purge.isPending}
      onConfirm={() => purge.mutate()}
    />
  )
}

/** Reads the kind from the address; any other word means all. */
function useKind(): [CatalogueKind | null, (kind: string | null) => void] {
  const [params, setParams] = useSearchParams()
  return [
    CATALOGUE_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    (kind) => {
      const next = new URLSearchParams(params)
      if (kind === null) next.delete('kind')
      else next.set('kind', kind)
      setParams(next, { replace: true })
    },
  ]
}
