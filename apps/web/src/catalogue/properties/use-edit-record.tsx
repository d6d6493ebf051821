import { GuestModeError, WorkspaceError } from '@cairn/workspace/errors'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import { useListCache } from '@/queries/records/list-cache.ts'
import { failureReason, failureToast } from '@/shared/loading/failure-toast.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import type { SaveRecord } from '../list/edit/record-value.ts'
import { type EditedValue, type Editing, isSameValue } from './editing.ts'
import { type Dispute, ValueDispute } from './value-dispute.tsx'

type Outcome<Item> = { kind: 'saved'; item: Item } | { kind: 'refused'; reason: string } | { kind: 'told' }

/**
 * Changes values of a record in their places. A value shows at once, and its former one again where it is refused; a toast
 * offers to undo it. Where another user has changed the same value meanwhile, `question` asks which of them to keep.
 */
export function useEditRecord<Item extends CatalogueRecord>(
  record: Item,
  records: CatalogueQueries<Item>,
  saveRecord: SaveRecord<Item>,
): { editing: Editing<Item>; question: ReactNode } {
  const { t } = useTranslation()
  const refused = useRefusal()('change-record', record)
  const [dispute, setDispute] = useState<Dispute<Item> | null>(null)
  const write = useWrite(records, saveRecord, setDispute)

  const save = async <Value,>(property: EditedValue<Item, Value>, value: Value, text: string) => {
    const before = property.read(record)
    if (isSameValue(before, value)) return null
    const tell = (saved: Item) =>
      toast({
        title: t('{{field}} changed', { field: property.label }),
        description: t('{{name}}: {{value}}', { name: saved.name, value: text || '–' }),
        action: { label: t('Undo'), isUndo: true, onPress: () => void undo(saved) },
      })
    const undo = async (saved: Item) => {
      const outcome = await write(saved, property, before, () => undefined)
      if (outcome.kind !== 'refused') return
      const title = t('This could not be changed')
      toast({ title, description: outcome.reason, variant: 'destructive' })
    }
    const outcome = await write(record, property, value, tell)
    return outcome.kind === 'refused' ? outcome.reason : null
  }

  return {
    editing: refused === null ? { save } : null,
    question: dispute && <ValueDispute {...dispute} onClose={() => setDispute(null)} />,
  }
}

function useWrite<Item extends CatalogueRecord>(
  records: CatalogueQueries<Item>,
  saveRecord: SaveRecord<Item>,
  onDispute: (dispute: Dispute<Item>) => void,
) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const cache = useListCache(records)
  const keep = (seen: Item, saved: Item) => (seen.name === saved.name ? cache.replace : cache.put)(saved)

  return async function write<Value>(
    seen: Item,
    property: EditedValue<Item, Value>,
    value: Value,
    onSaved: (saved: Item) => void,
  ): Promise<Outcome<Item>> {
    const next = property.write(seen, value)
    cache.replace(next)
    try {
      // The name of a record that is being deleted is free only after the server has deleted it.
      await pendingDeletions.sendAll()
      const outcome = await saveRecord(workspace, seen, next)
      switch (outcome.kind) {
        case 'saved':
          keep(seen, outcome.item)
          onSaved(outcome.item)
          return outcome
        case 'gone':
          cache.reload()
          toast({
            title: t('Nothing was changed'),
            description: t('{{name}} has been deleted meanwhile.', { name: seen.name }),
            variant: 'destructive',
          })
          return { kind: 'told' }
        case 'changed': {
          const { current } = outcome
          const overwrite = () => write(current, property, value, onSaved)
          // Another value of the record has changed: the user may still want this change.
          if (isSameValue(property.read(seen), property.read(current))) return await overwrite()
          cache.replace(current)
          const mine = property.write(current, value)
          if (!isSameValue(property.read(current), value))
            onDispute({ ...property, theirs: current, mine, onKeepMine: overwrite })
          return { kind: 'told' }
        }
      }
    } catch (error) {
      cache.replace(seen)
      // An admin may have changed the fields of the account since this page read them.
      if (error instanceof WorkspaceError && error.kind === 'invalid')
        void queries.invalidateQueries({ queryKey: ownFieldQueries.all })
      if (!(error instanceof GuestModeError)) return { kind: 'refused', reason: failureReason(error, t) }
      toast(failureToast(error, { title: t('This could not be changed') }, t))
      return { kind: 'told' }
    }
  }
}
