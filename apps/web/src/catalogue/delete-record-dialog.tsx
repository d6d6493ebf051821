import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { deletionQueries } from '@/queries/deletion.ts'
import { LoadFailed } from '@/shared/load-failed.tsx'
import { useLeaveGuard } from '@/shared/use-leave-guard.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button.tsx'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { type DeletionImpact, isWish, NO_WISH } from '@/workspace/port/deletion.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { retiredStatus } from '@/workspace/rules/retired-status.ts'
import type { AnyCatalogue } from './definition.ts'
import { DependentRecords } from './dependent-records.tsx'
import { LostExperts } from './lost-experts.tsx'
import { useDeleteRecord } from './use-delete-record.ts'
import { useRetire } from './use-retire.ts'
import { TypedWord, WishFields } from './wish-fields.tsx'

interface DeleteRecordDialogProps<Item> {
  catalogue: AnyCatalogue<Item>
  record: Item
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a record is deleted, says what goes with it, and what can be done about what depends on it. */
export function DeleteRecordDialog<Item extends CatalogueRecord>(props: DeleteRecordDialogProps<Item>) {
  const { catalogue, record, onClose, onDeleted } = props
  const { t } = useTranslation()
  const refusal = useRefusal()
  const { title, question } = catalogue.words(t).deletion
  const { remove, isDeleting } = useDeleteRecord(catalogue)
  const retire = useRetire(catalogue, onClose)
  const impact = useQuery(deletionQueries.impact(useWorkspace(), catalogue.kind, record.id))
  const groups = impact.data ?? []
  const [wish, setWish] = useState(NO_WISH)
  const [isNameTyped, setNameTyped] = useState(false)
  const { leave, question: leaveQuestion } = useLeaveGuard(isWish(wish), onClose)
  const hasDependents = groups.some(({ kind }) => kind !== 'article')
  // Guests hear at once that nothing is deleted.
  const isMember = useMe().kind === 'member'
  const needsName = isMember && groups.some(({ active }) => active > 0)
  const confirm = async () => {
    if (await remove(record, isWish(wish) ? wish : null)) onDeleted()
  }
  const refused = () => {
    if (impact.error) return t('What is linked to it could not be loaded.')
    return needsName && !isNameTyped ? t('Type the name first.') : null
  }
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
        disabledReason={refused()}
        onConfirm={() => void confirm()}
        alternative={
          hasDependents &&
          record.status !== retiredStatus(catalogue.kind) && (
            <Button
              variant="outline"
              pending={retire.isPending}
              disabledReason={refusal('change-record', record)}
              onClick={() => retire.mutate(record)}
            >
              {t('Retire instead')}
            </Button>
          )
        }
      >
        <div className="flex flex-col gap-0.5 rounded-md border bg-muted/50 px-3 py-2.5 text-muted-foreground text-sm">
          <p className="wrap-anywhere font-medium text-foreground">{record.name}</p>
          <LostExperts kind={catalogue.kind} id={record.id} />
          <Linked impact={impact.data} isFailed={impact.error !== null} />
        </div>
        {impact.error && (
          <LoadFailed
            error={impact.error}
            isFetching={impact.isFetching}
            onRetry={() => void impact.refetch()}
          />
        )}
        {hasDependents && <DependentRecords groups={groups} />}
        <WishFields
          kind={catalogue.kind}
          deleted={[record.id]}
          hasDependents={hasDependents}
          wish={wish}
          onChange={setWish}
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

interface LinkedProps {
  impact: readonly DeletionImpact[] | undefined
  isFailed: boolean
}

/** How much is linked to a record, in a line that is there from the start: what is below it stays where it is. */
function Linked({ impact, isFailed }: LinkedProps) {
  const { t } = useTranslation()
  const total = impact?.reduce((sum, group) => sum + group.total, 0) ?? 0
  const known = total === 0 ? t('Nothing is linked to it.') : t('Linked to it: {{number}}', { number: total })
  const unknown = isFailed
    ? t('What is linked to it could not be loaded.')
    : t('Looking at what is linked to it…')
  return <p role="status">{impact ? known : unknown}</p>
}
