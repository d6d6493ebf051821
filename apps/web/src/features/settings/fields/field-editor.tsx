import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldControl } from '@/catalogue/fields/field-control.tsx'
import { fieldProblem } from '@/catalogue/fields/field-problem.ts'
import { Button } from '@/ui/button/button.tsx'
import { closesOnEscape } from '@/ui/floating/closes-on-escape.ts'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { RestingFields } from '@/ui/form/resting-fields.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import { draftOf, type FieldDraft, hasChoices, previewOf, wordsOf } from './field-draft.ts'
import { FieldEnd } from './field-end.tsx'
import { TypeChange } from './type-change.tsx'
import { useWriteField } from './use-write-field.ts'

interface FieldEditorProps {
  stored: OwnField
  draft: FieldDraft
  onChange: (draft: FieldDraft) => void
  /** Continues with a stored draft. */
  onRestart: (draft: FieldDraft) => void
  /** Leaves at once, or asks first where something would be lost. */
  leave: (go: () => void) => void
  onClose: () => void
  /** Called when the field is retired or deleted. */
  onGone: () => void
}

/** The editor of a field. Where another admin has changed the field first, it says so, and no input is lost. */
export function FieldEditor({
  stored,
  draft,
  onChange,
  onRestart,
  leave,
  onClose,
  onGone,
}: FieldEditorProps) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState(stored)
  const [isStale, setStale] = useState(false)
  const writing = useWriteField()
  const { write, isWriting } = writing
  const problem = useDefaultProblem(draft)
  const save = () => {
    if (isWriting || problem !== null || draft.name.trim() === '') return
    write({
      run: (part) => part.change(seen, wordsOf(draft)),
      done: { title: t('Field saved'), description: draft.name.trim() },
      onDone: onClose,
      onConflict: () => setStale(true),
    })
  }
  const takeTheirs = () => {
    setStale(false)
    setSeen(stored)
    onRestart(draftOf(stored))
  }
  const keepMine = () => {
    setStale(false)
    setSeen(stored)
  }
  const cancel = () => leave(onClose)
  const isMoved = isStale && stored.version !== seen.version
  return (
    <form
      noValidate
      aria-label={t('Edit {{name}}', { name: stored.name })}
      className="min-w-0"
      onKeyDown={closesOnEscape(cancel)}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <RestingFields isResting={isWriting}>
        {isMoved && <ChangedMeanwhile onTake={takeTheirs} onKeep={keepMine} />}
        <Words draft={draft} onChange={onChange} />
        <TypeChange stored={stored} leave={leave} onDone={onClose} />
        {hasChoices(draft) && <ChoicesEditor draft={draft} onChange={onChange} />}
        <Checkbox
          label={t('Required')}
          hint={t('New records need a value. Records that are there already do not.')}
          checked={draft.required}
          onChange={(required) => onChange({ ...draft, required })}
        />
        <Default draft={draft} onChange={onChange} error={problem} />
        <Buttons pending={isWriting} onCancel={cancel} />
        <FieldEnd field={stored} writing={writing} leave={leave} onDone={onGone} />
      </RestingFields>
    </form>
  )
}

function ChangedMeanwhile({ onTake, onKeep }: { onTake: () => void; onKeep: () => void }) {
  const { t } = useTranslation()
  return (
    <CardNote>
      <span className="flex flex-wrap items-center gap-2">
        {t('Another administrator has changed this field in the meantime.')}
        <Button variant="outline" size="sm" onClick={onTake}>
          {t('Use Theirs')}
        </Button>
        <Button variant="outline" size="sm" onClick={onKeep}>
          {t('Keep Mine')}
        </Button>
      </span>
    </CardNote>
  )
}

interface PartProps {
  draft: FieldDraft
  onChange: (draft: FieldDraft) => void
}

function Words({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  const { name, help, unit, section } = draft
  return (
    <>
      <Field label={t('Name')} error={name.trim() === '' ? t('Enter a name.') : null} required>
        <Input
          autoFocus
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
      </Field>
      <Field label={t('Help')} hint={t('Stands under the field in the form.')}>
        <Input
          autoComplete="off"
          maxLength={300}
          value={help}
          onChange={({ target }) => onChange({ ...draft, help: target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <Field label={t('Group')} hint={t('Fields of a group stand together.')}>
          <Input
            autoComplete="off"
            maxLength={60}
            value={section}
            onChange={({ target }) => onChange({ ...draft, section: target.value })}
          />
        </Field>
        {draft.type === 'number' && (
          <Field label={t('Unit')}>
            <Input
              autoComplete="off"
              maxLength={20}
              value={unit}
              onChange={({ target }) => onChange({ ...draft, unit: target.value })}
            />
          </Field>
        )}
      </div>
    </>
  )
}

function Buttons({ pending, onCancel }: { pending: boolean; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" pending={pending}>
        {t('Save Field')}
      </Button>
      <Button variant="outline" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

/** Returns the problem of the default value; null where there is none. */
function useDefaultProblem(draft: FieldDraft): string | null {
  const { t, i18n } = useTranslation()
  const field = { ...previewOf(draft, null), required: false }
  return fieldProblem(field, draft.defaultValue ?? undefined, t, i18n.language)
}

/** A choice without an id cannot be the default until it is saved. */
function Default({ draft, onChange, error }: PartProps & { error: string | null }) {
  const { t } = useTranslation()
  const field = previewOf({ ...draft, choices: draft.choices.filter(({ id }) => id !== '') }, null)
  return (
    <Field label={t('Default')} hint={t('New records start with it.')} error={error}>
      <FieldControl
        field={{ ...field, label: t('Default'), required: false }}
        value={draft.defaultValue ?? undefined}
        onChange={(value) => onChange({ ...draft, defaultValue: value ?? null })}
      />
    </Field>
  )
}
