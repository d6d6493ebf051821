import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { RELATION_NOTE } from '@cairn/workspace/port/records/relations'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useController, useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { ExistingRelations } from './existing-relations.tsx'
import { RelationOptions } from './relation-options.tsx'
import { RELATION_CHOICES } from './relation-words.ts'
import { MAX_ADDED, type RelationRow } from './relations-form.ts'
import { useRecordOption, useRecordSearch } from './use-record-search.tsx'

interface WithRelations {
  relations: readonly RelationRow[]
}

interface RelationsFieldProps {
  kind: CatalogueKind
  /** Null for a record that is still to be created. */
  recordId: string | null
}

/**
 * The relations that are added with a record, inside of a `FormProvider`: what it does, with which record, and a note.
 * Those that it has stand below, where they move nothing once they are loaded.
 */
export function RelationsField({ kind, recordId }: RelationsFieldProps) {
  const { t } = useTranslation()
  const { control } = useFormContext<WithRelations>()
  const { fields: rows, append, remove } = useFieldArray({ name: 'relations', control })
  const add = useRef<HTMLButtonElement>(null)
  const isFull = rows.length >= MAX_ADDED
  const removeRow = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('Relations')}</legend>
      {rows.length > 0 && (
        <ul className="flex flex-col gap-3">
          {rows.map(({ id }, index) => (
            <Row key={id} index={index} recordId={recordId ?? ''} onRemove={() => removeRow(index)} />
          ))}
        </ul>
      )}
      <div>
        <Button
          ref={add}
          variant="outline"
          size="sm"
          disabledReason={isFull ? t('Save these first: a form adds at most 20 relations.') : null}
          onClick={() => append({ choice: RELATION_CHOICES[0].id, other: null, note: '' })}
        >
          <Plus aria-hidden className="size-4" />
          {t('Add Relation')}
        </Button>
      </div>
      {recordId !== null && <ExistingRelations kind={kind} recordId={recordId} />}
    </fieldset>
  )
}

interface RowProps {
  /** Its place. */
  index: number
  recordId: string
  onRemove: () => void
}

function Row({ index, recordId, onRemove }: RowProps) {
  const { t } = useTranslation()
  const { control, register } = useFormContext<WithRelations>()
  const { field, fieldState } = useController({ name: `relations.${index}.other`, control })
  const { records, options, search } = useRecordSearch(recordId)
  const optionOf = useRecordOption()
  const number = index + 1
  const problem = fieldState.error?.message
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-1.5 sm:grid-cols-[minmax(9.5rem,1fr)_1.5fr]">
        <Select
          aria-label={t('Type of relation {{number}}', { number })}
          {...register(`relations.${index}.choice`)}
        >
          <RelationOptions />
        </Select>
        <Field
          bare
          label={t('Record of relation {{number}}', { number })}
          error={problem !== undefined && t(asPhrase(problem))}
          className="min-w-0"
        >
          <ChoiceButton
            ref={field.ref}
            listLabel={t('Records')}
            options={options}
            search={search}
            value={field.value?.id ?? null}
            known={field.value && optionOf(field.value)}
            placeholder={t('Find a record')}
            emptyText={t('No records found')}
            onBlur={field.onBlur}
            onChange={(id) => field.onChange(records.find((record) => record.id === id) ?? null)}
          />
        </Field>
        <Input
          aria-label={t('Note of relation {{number}}', { number })}
          placeholder={t('Note (optional)')}
          autoComplete="off"
          maxLength={RELATION_NOTE}
          className="sm:col-span-2"
          {...register(`relations.${index}.note`)}
        />
      </div>
      <IconButton icon={X} label={t('Remove relation {{number}}', { number })} onClick={onRemove} />
    </li>
  )
}
