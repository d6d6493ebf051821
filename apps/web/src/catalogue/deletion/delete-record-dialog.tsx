import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import {
  type DeletionImpact,
  hasDeletionOptions,
  NO_DELETION_OPTIONS,
} from '@cairn/workspace/port/records/deletion'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { retiredStatus } from '@cairn/workspace/rules/retired-status'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { deletionQueries } from '@/queries/deletions/deletion.ts'
import { expertQueries } from '@/queries/records/experts.ts'
import { useLeaveGuard } from '@/shared/form/use-leave-guard.tsx'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import type { AnyCatalogue } from '../definition.ts'
import { AffectedExperts } from '../experts/affected-experts.tsx'
import { DeletionOptionsFields, TypedWord } from './deletion-options-fields.tsx'
import { DependentRecords } from './dependent-records.tsx'
import { useDeleteRecord } from './use-delete-record.ts'
import { useRetire } from './use-retire.ts'

interface DeleteRecordDialogProps<Item> {
  catalogue: AnyCatalogue<Item>
  record: Item
  onClose: () => void
  onDeleted: () => void
  effects: DeletionEffects
}

/** The effects of a deletion, and whether the question waits for them: a window that grew would move its buttons. */
interface DeletionEffects {
  impact: UseQueryResult<readonly DeletionImpact[]>
  isAwaited: boolean
}

/** Loads the effects of the deletion of a record; null where none is about to be deleted. */
export function useDeletionEffects(kind: CatalogueKind, record: CatalogueRecord | null): DeletionEffects {
  const workspace = useWorkspace()
  const isMember = useMe().kind === 'member'
  const id = record?.id ?? ''
  const impact = useQuery({ ...deletionQueries.impact(workspace, kind, id), enabled: record !== null })
  const experts = useQuery({
    ...expertQueries.of(workspace, kind, id),
    enabled: record !== null && isMember,
  })
  // A server that cannot be reached holds up no answer.
  return { impact, isAwaited: [impact, experts].some((query) => query.isLoading && query.failureCount === 0) }
}

/** Asks before a record is deleted, once its effects are known. */
export function DeleteRecordDialog<Item extends CatalogueRecord>(props: DeleteRecordDialogProps<Item>) {
  const { t } = useTranslation()
  if (!props.effects.isAwaited) return <Question {...props} />
  return (
    <LoadingScreen
      text={t('Checking what is linked to it…')}
      className="fixed top-1/2 left-1/2 z-60 -translate-1/2 rounded-xl border bg-popover px-5 py-3 shadow-modal"
    />
  )
}

/** Says what goes with the record, and what can be done about what depends on it. */
function Question<Item extends CatalogueRecord>(props: DeleteRecordDialogProps<Item>) {
  const { catalogue, record, onClose, onDeleted } = props
  const { impact } = props.effects
  const { t } = useTranslation()
  const { title, question } = catalogue.words(t).deletion
  const { remove, isDeleting } = useDeleteRecord(catalogue)
  const retire = useRetire(catalogue, onClose)
  const [options, setOptions] = useState(NO_DELETION_OPTIONS)
  const [isNameTyped, setNameTyped] = useState(false)
  const { leave, question: leaveQuestion } = useLeaveGuard(hasDeletionOptions(options), onClose)
  const { groups, hasDependents, isInUse } = dependenceOf(impact.data)
  // Guests hear at once that nothing is deleted.
  const needsName = useMe().kind === 'member' && isInUse
  const confirm = async () => {
    if (await remove(record, hasDeletionOptions(options) ? options : null)) onDeleted()
  }
  const nameMissing = needsName && !isNameTyped ? t('Type the name first.') : null
  return (
    <>
      <ConfirmDialog
        open
        onOpenChange={() => leave(onClose)}
        title={title}
        description={question}
        confirmLabel={t('Delete')}
        destructive
        pending={isDeleting || impact.isPending}
        locked={retire.isPending}
        disabledReason={impact.error ? t('Its links could not be loaded.') : nameMissing}
        onConfirm={() => void confirm()}
        alternative={
          record.status !== retiredStatus(catalogue.kind) && (
            <RetireButton record={record} pending={retire.isPending} onRetire={() => retire.mutate(record)} />
          )
        }
      >
        <Impact kind={catalogue.kind} record={record} query={impact} />
        {hasDependents && <DependentRecords groups={groups} inNewTab />}
        <DeletionOptionsFields
          kind={catalogue.kind}
          deleted={[record.id]}
          hasDependents={hasDependents}
          options={options}
          onChange={setOptions}
        />
        {needsName && (
          <TypedWord
            label={t('Type {{name}} to delete it', { name: record.name })}
            word={record.name}
            onFit={setNameTyped}
          />
        )}
      </ConfirmDialog>
      {leaveQuestion}
    </>
  )
}

function dependenceOf(groups: readonly DeletionImpact[] = []) {
  return {
    groups,
    hasDependents: groups.some(({ kind }) => kind !== 'article'),
    isInUse: groups.some(({ active }) => active > 0),
  }
}

interface RetireButtonProps {
  record: CatalogueRecord
  pending: boolean
  onRetire: () => void
}

function RetireButton({ record, pending, onRetire }: RetireButtonProps) {
  const { t } = useTranslation()
  const refusal = useRefusal()
  return (
    <Button
      variant="outline"
      pending={pending}
      disabledReason={refusal('change-record', record)}
      onClick={onRetire}
    >
      {t('Retire instead')}
    </Button>
  )
}

interface ImpactProps {
  kind: CatalogueKind
  record: CatalogueRecord
  query: UseQueryResult<readonly DeletionImpact[]>
}

/** The record that goes, whom it loses, and how much is linked to it. */
function Impact({ kind, record, query: { data, error, isFetching, refetch } }: ImpactProps) {
  return (
    <>
      <div className="flex flex-col gap-0.5 rounded-md border bg-muted/50 px-3 py-2.5 text-muted-foreground text-sm">
        <p className="wrap-anywhere font-medium text-foreground">{record.name}</p>
        <AffectedExperts kind={kind} id={record.id} />
        <Linked impact={data} isFailed={error !== null} />
      </div>
      {error && <LoadFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
    </>
  )
}

interface LinkedProps {
  impact: readonly DeletionImpact[] | undefined
  isFailed: boolean
}

/** How much is linked to a record. */
function Linked({ impact, isFailed }: LinkedProps) {
  const { t } = useTranslation()
  const total = impact?.reduce((sum, group) => sum + group.total, 0) ?? 0
  const known = total === 0 ? t('Nothing is linked to it.') : t('Linked to it: {{number}}', { number: total })
  const unknown = isFailed ? t('Its links could not be loaded.') : t('Checking what is linked to it…')
  return <p role="status">{impact ? known : unknown}</p>
}
