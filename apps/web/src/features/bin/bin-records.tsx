import { WorkspaceError } from '@cairn/workspace/errors'
import type { BinnedRecord, RestoredRecord } from '@cairn/workspace/port/records/bin'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { BinRow } from './bin-row.tsx'
import { MissingDialog, NewNameDialog } from './restore-dialog.tsx'
import { useRestoreMany } from './use-bin.ts'

interface BinRecordsProps {
  items: readonly BinnedRecord[] | null
  /** They are those of another kind: the ones that were asked for are on their way. */
  isOld: boolean
  onPurge: (record: BinnedRecord) => void
  /** Stands in the place of the list. */
  empty: ReactNode
}

/** The deleted records, to be restored one by one or several at once. */
export function BinRecords({ items, isOld, onPurge, empty }: BinRecordsProps) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const list = useKeptFocus<HTMLUListElement>()
  const [taken, setTaken] = useState<{ record: BinnedRecord; refusal: Error } | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const restoreMany = useRestoreMany(() => setChosen(new Set()))
  const selected = items?.filter(({ recordId }) => chosen.has(recordId)).map(({ recordId }) => recordId) ?? []
  const [restored, setRestored] = useState<RestoredRecord | null>(null)
  const toastMissingCode = (record: RestoredRecord) => record.missing.length > 0 && setRestored(record)
  const fail = (record: BinnedRecord, error: Error) => {
    if (error instanceof WorkspaceError && error.kind === 'conflict') setTaken({ record, refusal: error })
    else toast(failureToast(error, { title: t('Error restoring {{name}}', { name: record.name }) }, t))
  }
  if (items === null || (isOld && items.length === 0)) return <BinSkeleton />
  return (
    <>
      {selected.length > 0 && (
        <SelectionActions
          count={selected.length}
          pending={restoreMany.isPending}
          onRestore={() => restoreMany.mutate(selected)}
          onCancel={() => setChosen(new Set())}
        />
      )}
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
                isSelected={chosen.has(record.recordId)}
                onSelect={(isSelected) => {
                  const others = [...chosen].filter((id) => id !== record.recordId)
                  setChosen(new Set(isSelected ? [...others, record.recordId] : others))
                }}
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

interface SelectionActionsProps {
  count: number
  pending: boolean
  onRestore: () => void
  onCancel: () => void
}

function SelectionActions({ count, pending, onRestore, onCancel }: SelectionActionsProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('Selection')} className="flex flex-wrap items-center gap-2">
      <Button size="sm" pending={pending} onClick={onRestore}>
        <Undo2 aria-hidden />
        {t('Restore')} ({count})
      </Button>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </section>
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
