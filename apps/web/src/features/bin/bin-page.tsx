import { WorkspaceError } from '@cairn/workspace/errors'
import type { BinnedRecord, RestoredRecord } from '@cairn/workspace/port/records/bin'
import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { hasRank } from '@cairn/workspace/rules/can'
import type { TFunction } from 'i18next'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useMe } from '@/queries/context.tsx'
import { failureReason, failureToast } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card } from '@/ui/layout/card.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { FilterSelect } from '@/ui/picker/filter-select.tsx'
import { BinRow } from './bin-row.tsx'
import { MissingDialog, NewNameDialog } from './restore-dialog.tsx'
import { useBin, usePurge } from './use-bin.ts'

/** What was deleted lately, and can be had back. */
export function BinPage() {
  const { t } = useTranslation()
  const [kind, choose] = useKind()
  const bin = useBin(kind)
  const { permissionLevel } = useMe()
  const [purged, setPurged] = useState<BinnedRecord | 'all' | null>(null)
  const { days, items } = bin
  return (
    <>
      <PageHeader
        title={t('Bin')}
        subtitle={subtitleOf(days, t)}
        actions={
          hasRank(permissionLevel, 'admin') && (
            <Button
              variant="outline"
              disabledReason={kind === null && items?.length === 0 ? t('There is nothing to delete.') : null}
              onClick={() => setPurged('all')}
            >
              <Trash2 aria-hidden />
              {t('Empty the bin')}
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <FilterSelect label={t('Kind')} value={kind} onChange={choose} all={t('All kinds')}>
          {CATALOGUE_KINDS.map((one) => (
            <option key={one} value={one}>
              {t(CATALOGUES[one].title)}
            </option>
          ))}
        </FilterSelect>
        {items === null && bin.error ? (
          <ErrorState
            title={t('The bin could not be loaded.')}
            message={failureReason(bin.error, t)}
            onRetry={() => void bin.refetch()}
            retrying={bin.isFetching}
          />
        ) : (
          <Records
            items={items}
            isOld={bin.isPlaceholderData}
            onPurge={setPurged}
            empty={kind === null ? <EmptyBin /> : <NoneOfKind onShowAll={() => choose(null)} />}
          />
        )}
        <OlderRows query={bin} />
      </div>
      {purged && <PurgeDialog what={purged} onClose={() => setPurged(null)} />}
    </>
  )
}

function subtitleOf(days: number | null, t: TFunction): string {
  if (days === null) return t('Deleted records wait here.')
  return t('Deleted records wait here for {{count}} days.', {
    count: days,
    defaultValue_one: 'Deleted records wait here for {{count}} day.',
  })
}

interface RecordsProps {
  items: readonly BinnedRecord[] | null
  /** They are those of another kind: the ones that were asked for are on their way. */
  isOld: boolean
  onPurge: (record: BinnedRecord) => void
  /** Stands in the place of the list. */
  empty: ReactNode
}

function Records({ items, isOld, onPurge, empty }: RecordsProps) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const list = useKeptFocus<HTMLUListElement>()
  const [taken, setTaken] = useState<{ record: BinnedRecord; refusal: Error } | null>(null)
  const [restored, setRestored] = useState<RestoredRecord | null>(null)
  const toastMissingCode = (record: RestoredRecord) => record.missing.length > 0 && setRestored(record)
  const fail = (record: BinnedRecord, error: Error) => {
    if (error instanceof WorkspaceError && error.kind === 'conflict') setTaken({ record, refusal: error })
    else toast(failureToast(error, { title: t('Error restoring {{name}}', { name: record.name }) }, t))
  }
  if (items === null || (isOld && items.length === 0)) return <BinSkeleton />
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <Card aria-busy={isOld} className={cn(isOld && 'opacity-60')}>
          <ul {...list} aria-label={t('Bin')} className="divide-y">
            {items.map((record) => (
              <BinRow
                key={record.recordId}
                record={record}
                nowMs={nowMs}
                onRestored={toastMissingCode}
                onFailed={(error) => fail(record, error)}
                onPurge={() => onPurge(record)}
              />
            ))}
          </ul>
        </Card>
      )}
      {taken && (
        <NewNameDialog
          {...taken}
          onRestored={(record) => {
            setTaken(null)
            toastMissingCode(record)
          }}
          onClose={() => setTaken(null)}
        />
      )}
      {restored && <MissingDialog record={restored} onClose={() => setRestored(null)} />}
    </>
  )
}

function EmptyBin() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={Trash2}
      title={t('The bin is empty')}
      description={t('Systems, solutions, agents and automations that are deleted can be restored here.')}
    />
  )
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
          ? t('Everything in the bin is deleted for good, of every kind. Nobody can restore it afterwards.')
          : t('Nobody can restore it afterwards.')
      }
      confirmLabel={t('Delete for good')}
      destructive
      pending={purge.isPending}
      onConfirm={() => purge.mutate()}
    />
  )
}

function BinSkeleton() {
  const { t } = useTranslation()
  return (
    <Card aria-busy className="flex flex-col gap-4 p-4">
      <span className="sr-only">{t('Loading the bin...')}</span>
      <Skeleton className="w-2/5" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-1/3" />
    </Card>
  )
}

/** The kind stands in the address; any other word means all. */
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
