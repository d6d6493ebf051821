import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { deletionQueries } from '@/queries/deletion.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button.tsx'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { NO_WISH } from '@/workspace/port/deletion.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { retiredStatus } from '@/workspace/rules/retired-status.ts'
import type { AnyCatalogue } from './definition.ts'
import { DeletionEffects } from './deletion-effects.tsx'
import { DependentRecords, TypedWord, WishFields } from './deletion-impact.tsx'
import { useDeleteRecord } from './use-delete-record.ts'
import { useRetire } from './use-retire.ts'

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
  const { data: groups = [] } = useQuery(deletionQueries.impact(useWorkspace(), catalogue.kind, record.id))
  const [wish, setWish] = useState(NO_WISH)
  const [isNameTyped, setNameTyped] = useState(false)
  const hasDependents = groups.some(({ kind }) => kind !== 'article')
  // Guests hear at once that nothing is deleted.
  const isMember = useMe().kind === 'member'
  const needsName = isMember && groups.some(({ active }) => active > 0)
  const confirm = async () => {
    if (await remove(record, wish === NO_WISH ? null : wish)) onDeleted()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={question}
      confirmLabel={t('Delete')}
      destructive
      pending={isDeleting}
      disabledReason={needsName && !isNameTyped ? t('Type the name first.') : null}
      onConfirm={() => void confirm()}
      alternative={
        hasDependents &&
        record.status !== retiredStatus(catalogue.kind) && (
          <Button
            variant="outline"
            className="sm:mr-auto"
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
        <DeletionEffects kind={catalogue.kind} id={record.id} />
      </div>
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
  )
}
