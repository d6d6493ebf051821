import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { RestingFields } from '@/ui/form/resting-fields.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import { type FieldDraft, hasChoices, NEW_FIELD, newFieldOf } from './field-draft.ts'
import { typeId } from './field-types.ts'
import { TypeButton } from './type-button.tsx'
import { useWriteField } from './use-write-field.ts'

interface AddFieldProps {
  kind: CatalogueKind
  draft: FieldDraft
  onChange: (draft: FieldDraft) => void
}

/** A name, a type and Enter: more can be said of the field later. */
export function AddField({ kind, draft, onChange }: AddFieldProps) {
  const { t } = useTranslation()
  const name = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { write, isWriting } = useWriteField()
  const isAdded = useRef(false)
  useEffect(() => {
    if (isWriting || !isAdded.current) return
    isAdded.current = false
    name.current?.focus()
  }, [isWriting])
  const add = () => {
    if (draft.name.trim() === '') return setProblem(t('Enter a name.'))
    write({
      run: (part) => part.add(kind, newFieldOf(draft)),
      done: { title: t('Field added'), description: draft.name.trim() },
      onDone: () => {
        onChange({ ...NEW_FIELD, type: draft.type, recordKind: draft.recordKind })
        isAdded.current = true
      },
    })
  }
  return (
    <form
      noValidate
      aria-label={t('Add a field')}
      className="rounded-lg border border-dashed p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWriting) add()
      }}
    >
      <RestingFields isResting={isWriting}>
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <Field label={t('Name')} error={problem} required>
            <Input
              ref={name}
              autoComplete="off"
              maxLength={60}
              value={draft.name}
              onChange={({ target }) => {
                setProblem(null)
                onChange({ ...draft, name: target.value })
              }}
            />
          </Field>
          <TypeButton
            value={typeId(draft)}
            onChange={({ type, recordKind }) => onChange({ ...draft, type, recordKind, defaultValue: null })}
          />
        </div>
        {hasChoices(draft) && <ChoicesEditor draft={draft} onChange={onChange} />}
        <div>
          <Button type="submit" variant="outline" pending={isWriting}>
            <Plus />
            {t('Add Field')}
          </Button>
        </div>
      </RestingFields>
    </form>
  )
}
