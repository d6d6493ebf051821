import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { DeletionOptions } from '@cairn/workspace/port/records/deletion'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import { useRecordChoices } from './use-record-choices.ts'

interface DeletionOptionsFieldsProps {
  kind: CatalogueKind
  /** The records that are deleted: no links are moved to them. */
  deleted: readonly string[]
  /** Whether other records depend on them. */
  hasDependents: boolean
  options: DeletionOptions
  onChange: (options: DeletionOptions) => void
}

/** The options of a deletion: its reason, another record that gets the links, a note to owners about the reason. */
export function DeletionOptionsFields({
  kind,
  deleted,
  hasDependents,
  options,
  onChange,
}: DeletionOptionsFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-4 flex flex-col gap-4">
      {hasDependents && (
        <SuccessorPicker
          kind={kind}
          deleted={deleted}
          value={options.moveTo}
          onChange={(moveTo) => onChange({ ...options, moveTo })}
        />
      )}
      <Field label={t('Reason')}>
        <Input
          maxLength={500}
          autoComplete="off"
          value={options.reason}
          onChange={(event) => onChange({ ...options, reason: event.target.value })}
        />
      </Field>
      {hasDependents && (
        <Checkbox
          label={t('Tell the owners')}
          hint={t('The owners of records that depend on them get a notification with the reason.', {
            count: deleted.length,
            defaultValue_one: 'The owners of records that depend on it get a notification with the reason.',
          })}
          checked={options.notifiesOwners}
          onChange={(notifiesOwners) => onChange({ ...options, notifiesOwners })}
        />
      )}
      <p className="text-muted-foreground text-sm">{t('Deleted records can be restored from the bin.')}</p>
    </div>
  )
}

interface SuccessorPickerProps {
  kind: CatalogueKind
  deleted: readonly string[]
  value: string | null
  onChange: (id: string | null) => void
}

/** The choice of the record that gets the links: any record that is not deleted, found by its name. */
function SuccessorPicker({ kind, deleted, value, onChange }: SuccessorPickerProps) {
  const { t } = useTranslation()
  const part = useWorkspace()[CATALOGUES[kind].table]
  const records = catalogueQueries<CatalogueRecord>(kind, part)
  const { choices, search, error, isFetching, retry } = useRecordChoices(records, deleted)
  const nowhere: PickerOption = { id: '', label: t('Nowhere: remove the links'), muted: true }
  const label = t('Move the links to…')
  return (
    <div>
      <Field label={label}>
        <ChoiceButton
          listLabel={label}
          options={[
            ...(search === null || search.typed === '' ? [nowhere] : []),
            ...choices.map(({ id, name }) => ({ id, label: name })),
          ]}
          search={search}
          value={value ?? ''}
          onChange={(id) => onChange(id || null)}
          emptyText={t('No matches.')}
        />
      </Field>
      {error && <LoadFailed error={error} isFetching={isFetching} onRetry={retry} className="pb-0" />}
    </div>
  )
}

interface TypedWordProps {
  label: string
  /** The word to type. */
  word: string
  onFit: (fits: boolean) => void
}

/** Asks the user to type a word, where something in use depends on the deleted records. */
export function TypedWord({ label, word, onFit }: TypedWordProps) {
  const [typed, setTyped] = useState('')
  return (
    <Field label={label} className="mt-4">
      <Input
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onFit(event.target.value.trim() === word)
        }}
      />
    </Field>
  )
}
