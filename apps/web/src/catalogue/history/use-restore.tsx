import type { HistoryEntry } from '@cairn/workspace/port/records/history'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { TFunction } from 'i18next'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import { useFindOwner } from '@/shared/people/use-team.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'
import { fieldsToAsk } from '../fields/field-problem.ts'
import { useFields } from '../fields/use-fields.ts'
import { useKnownFields } from '../fields/use-known-fields.ts'
import type { ComparedField } from '../form/compared-field.ts'
import { ConflictChooser, RESTORING } from '../form/conflict-chooser.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { schemaWithFields } from '../form/record-resolver.ts'
import { type SavedRecord, useSaveRecord } from '../form/use-save-record.ts'
import { tagIdsOf } from '../tags/tag-difference.ts'
import { useTags } from '../tags/use-tags.ts'
import { fieldName } from './field-name.ts'
import type { Change } from './group-changes.ts'
import { fieldColumns, fieldObstacle, valuesOfLine } from './restorable-fields.ts'
import {
  isVersion,
  OBSTACLES,
  type Obstacle,
  type RestorableColumns,
  type Restoration,
  restore,
  valuesAfter,
} from './restoring.ts'

/** The parts of a catalogue that a restoration needs. */
interface RestorableCatalogue<Item, New, Change extends { status: string }, Form>
  extends SavedRecord<Item, New, Change, Form> {
  schema: z.ZodMiniType<Form, Form>
  columns: RestorableColumns<Form>
}

/** An earlier state that could be restored. */
export interface RestoreOffer {
  /** Why it cannot be restored. */
  reason: string | null
  isPending: boolean
  onRestore: () => void
}

/** The offers to restore in the history of a record; null where there are none. */
export interface Restoring {
  /** The value that a field had before a change; `entry` is one of the change's lines. */
  value: (entry: HistoryEntry, change: Change) => RestoreOffer | null
  /** The record as it was after a change, which is identified by its index among all, the latest first. */
  version: (changes: readonly Change[], index: number) => RestoreOffer | null
  /** Receives the focus after a restoration: the button that was pressed may be gone. */
  list: RefObject<HTMLOListElement | null>
  /** Asks where another user has changed the record meanwhile. */
  question: ReactNode
}

export interface RestoreOptions<Item, New, Change extends { status: string }, Form> {
  restorable: RestorableCatalogue<Item, New, Change, Form>
  record: Item
  /** How the fields are shown where two states of them are compared. */
  fields: readonly ComparedField<Form>[]
}

/** Tells whether tags of a former value are gone. */
function useTagObstacle(): (column: string, stored: unknown) => Obstacle | null {
  const { tags, isKnown } = useTags()
  const isGone = (id: string) => isKnown && tags.every((tag) => tag.id !== id)
  return (column, stored) => (column === 'tags' && tagIdsOf(stored).some(isGone) ? 'tag_gone' : null)
}

/** Restores values and versions of a record in the way in which its form is saved. */
export function useRestore<
  Item extends CatalogueRecord,
  New,
  Change extends { status: string },
  Form extends RecordForm,
>({ restorable, record, fields }: RestoreOptions<Item, New, Change, Form>): Restoring {
  const { t, i18n } = useTranslation()
  const findOwner = useFindOwner()
  const presentFields = useFields(restorable.catalogue.kind)
  const knownFields = useKnownFields(restorable.catalogue.kind) ?? presentFields
  const recordFields = fieldsToAsk(presentFields, record.fields)
  const tagObstacle = useTagObstacle()
  const isRefused = useRefusal()('change-record', record) !== null
  const list = useRef<HTMLOListElement>(null)
  const [pressed, setPressed] = useState('')
  const onSaved = () => list.current?.focus()
  const onGone = () => toast(goneToast(t))
  const saving = useSaveRecord({ ...restorable, record, fields, onSaved, onGone })
  const { isSaving, saveFrom } = saving
  const context = {
    ...restorable,
    columns: { ...restorable.columns, ...fieldColumns<Form>(recordFields) },
    schema: schemaWithFields(restorable.schema, recordFields, t, i18n.language),
    present: restorable.mapping.formOf(record),
    // Where the people are not loaded, the server checks it.
    canOwn: (id: string) => findOwner(id) !== null,
    obstacle: (column: string, stored: unknown) =>
      tagObstacle(column, stored) ??
      fieldObstacle(
        recordFields.find(({ key }) => key === column),
        stored,
        (id) => findOwner(id) !== null,
      ),
  }
  const offer = (key: string, title: string, restoration: Restoration<Form>): RestoreOffer => ({
    reason: reasonOf(restoration, t),
    isPending: isSaving && pressed === key,
    onRestore: () => {
      if (isSaving) return
      setPressed(key)
      void saveFrom(
        record,
        restoration.form,
        restoredToast(title, record.name, restoration, (column) => fieldName(column, t, knownFields), t),
      )
    },
  })
  return {
    value(entry, change) {
      if (isRefused || entry.field === null) return null
      const restoration = restore(context, valuesOfLine(entry, change))
      const isElsewhere = restoration.obstacles.get(entry.field) === 'elsewhere'
      if (isElsewhere || isNothing(restoration)) return null
      return offer(entry.id, t('Value restored'), restoration)
    },
    version(changes, index) {
      const change = changes[index]
      if (isRefused || change === undefined || !isVersion(change)) return null
      const restoration = restore(context, valuesAfter(changes, index))
      return isNothing(restoration) ? null : offer(`version ${change.id}`, t('Version restored'), restoration)
    },
    list,
    question: <RestoreConflict saving={saving} fields={fields} name={record.name} />,
  }
}

function isNothing({ restored, obstacles }: Restoration<unknown>): boolean {
  return restored.length === 0 && obstacles.size === 0
}

/** Explains why nothing of it can be restored. */
function reasonOf({ restored, obstacles }: Restoration<unknown>, t: TFunction): string | null {
  if (restored.length > 0) return null
  return [...new Set(obstacles.values())].map((obstacle) => t(OBSTACLES[obstacle])).join(' ')
}

function goneToast(t: TFunction): ToastInput {
  return {
    title: t('Nothing was restored'),
    description: t('Someone else has deleted this.'),
    variant: 'destructive',
  }
}

function restoredToast(
  title: string,
  name: string,
  { restored, obstacles }: Restoration<unknown>,
  nameOf: (column: string) => string,
  t: TFunction,
): ToastInput {
  const fields = restored.map(nameOf).join(', ')
  const left = [...obstacles].map(([column, obstacle]) =>
    t('Not restored: {{field}}. {{reason}}', { field: nameOf(column), reason: t(OBSTACLES[obstacle]) }),
  )
  return { title, description: [t('Restored in {{name}}: {{fields}}.', { name, fields }), ...left].join(' ') }
}

interface RestoreConflictProps<Form extends FieldValues> {
  saving: Pick<
    ReturnType<typeof useSaveRecord<CatalogueRecord, never, { status: string }, Form>>,
    'conflict' | 'choose' | 'dismiss' | 'saveChosen' | 'isSaving'
  >
  fields: readonly ComparedField<Form>[]
  name: string
}

/** The choice between the restored values and those that another user has saved meanwhile. */
function RestoreConflict<Form extends FieldValues>({ saving, fields, name }: RestoreConflictProps<Form>) {
  const { t } = useTranslation()
  const { conflict, choose, dismiss, saveChosen, isSaving } = saving
  if (conflict === null) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saveChosen(conflict)
  }
  return (
    <EntityDialog
      open
      onOpenChange={dismiss}
      title={t('Restore {{name}}', { name })}
      wide
      locked={isSaving}
      onSubmit={submit}
      footer={<SubmitButtons label={t('Save Changes')} pending={isSaving} onCancel={dismiss} />}
    >
      <fieldset disabled={isSaving}>
        <ConflictChooser words={RESTORING} fields={fields} {...conflict} onChange={choose} />
      </fieldset>
    </EntityDialog>
  )
}
