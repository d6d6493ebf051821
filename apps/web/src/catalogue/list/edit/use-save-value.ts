import type { FieldValue } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import { useListCache } from '@/queries/records/list-cache.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { isSame, presentValue, type SaveRecord, withValue } from './record-value.ts'

/** A new value of a record, with the words for it. */
export interface ValueChange {
  column: string
  /** The label of the column. */
  label: string
  value: FieldValue | null
  /** The value in words. */
  text: string
}

/**
 * Saves a value of a record from its row. The list shows it at once, and restores the former value where that fails; a
 * toast offers to undo it. A value that another user has changed meanwhile stays, and the user is notified.
 */
export function useSaveValue<Item extends CatalogueRecord>(
  records: CatalogueQueries<Item>,
  saveRecord: SaveRecord<Item>,
): (record: Item, change: ValueChange) => Promise<void> {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const cache = useListCache(records)
  const ownerName = useOwnerName()

  /** Returns the saved record; null where nothing was saved, which the user has been told. */
  const write = async (seen: Item, next: Item, column: string): Promise<Item | null> => {
    cache.replace(next)
    try {
      const outcome = await saveRecord(workspace, seen, next)
      switch (outcome.kind) {
        case 'saved':
          cache.replace(outcome.item)
          return outcome.item
        case 'gone':
          cache.reload()
          toast({
            title: t('Nothing was changed'),
            description: t('{{name}} has been deleted meanwhile.', { name: seen.name }),
            variant: 'destructive',
          })
          return null
        case 'changed': {
          const { current } = outcome
          // Another value of the record has changed: the user may still want this change.
          if (isSame(seen, current, column))
            return await write(current, withValue(current, column, presentValue(next, column)), column)
          cache.replace(current)
          toast({
            title: t('Nothing was changed'),
            description: t('{{person}} has changed {{name}} meanwhile. The list shows what is there now.', {
              person: ownerName(current.updatedBy),
              name: current.name,
            }),
            variant: 'destructive',
          })
          return null
        }
      }
    } catch (error) {
      cache.replace(seen)
      toast(failureToast(error, { title: t('This could not be changed') }, t))
      return null
    }
  }

  return async (record, { column, label, value, text }) => {
    const next = withValue(record, column, value)
    if (isSame(record, next, column)) return
    const saved = await write(record, next, column)
    if (saved === null) return
    toast({
      title: t('{{field}} changed', { field: label }),
      description: t('{{name}}: {{value}}', { name: saved.name, value: text }),
      action: {
        label: t('Undo'),
        isUndo: true,
        onPress: () => void write(saved, withValue(saved, column, presentValue(record, column)), column),
      },
    })
  }
}
