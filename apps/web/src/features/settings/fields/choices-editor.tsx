import { COLORS } from '@cairn/workspace/port/records/fields'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { ColorDot } from '@/ui/display/colored-badge.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { SortHandle } from '@/ui/sortable/sort-handle.tsx'
import { useSorting } from '@/ui/sortable/use-sorting.ts'
import { COLOR_NAMES } from '../tags/color-names.ts'
import { type DraftChoice, type FieldDraft, isNextTaken, withNextChoice } from './field-draft.ts'
import { RemovedChoice } from './removed-choice.tsx'

interface ChoicesEditorProps {
  draft: FieldDraft
  onChange: (draft: FieldDraft) => void
}

/** The entries of a list: Enter adds one after the other. One that records have is counted before it goes. */
export function ChoicesEditor({ draft, onChange }: ChoicesEditorProps) {
  const { t } = useTranslation()
  const next = useRef<HTMLInputElement>(null)
  const [leaving, setLeaving] = useState<DraftChoice | null>(null)
  const { choices } = draft
  const set = (changed: readonly DraftChoice[]) => onChange({ ...draft, choices: changed })
  const change = (index: number, part: Partial<DraftChoice>) =>
    set(choices.map((choice, place) => (place === index ? { ...choice, ...part } : choice)))
  const remove = (choice: DraftChoice) => {
    const isDefault = [draft.defaultValue].flat().includes(choice.id)
    onChange({
      ...draft,
      choices: choices.filter((each) => each !== choice),
      defaultValue: isDefault ? null : draft.defaultValue,
    })
    next.current?.focus()
  }
  const sort = (keys: readonly string[]) =>
    set(keys.flatMap((key) => choices.find((choice) => choice.key === key) ?? []))
  const sorting = useSorting<HTMLUListElement>({
    ids: choices.map(({ key }) => key),
    nameOf: (key) => choices.find((choice) => choice.key === key)?.name ?? '',
    onMove: sort,
    onRest: sort,
  })
  const isTaken = isNextTaken(draft)
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.nextChoice.trim() === '') return
    event.preventDefault()
    if (!isTaken) onChange({ ...draft, choices: withNextChoice(draft), nextChoice: '' })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('Choices')}</legend>
      <ul ref={sorting.listRef} aria-label={t('Choices')} className="flex flex-col gap-2 empty:hidden">
        {choices.map((choice, index) => (
          <li key={choice.key} className="flex items-center gap-1.5">
            {choices.length > 1 && <SortHandle sorting={sorting} id={choice.key} name={choice.name} />}
            <ColorDot color={choice.color} />
            <Input
              aria-label={t('Name of choice {{number}}', { number: index + 1 })}
              maxLength={100}
              value={choice.name}
              onChange={({ target }) => change(index, { name: target.value })}
            />
            <Select
              aria-label={t('Color of {{name}}', { name: choice.name })}
              className="w-28 shrink-0"
              value={choice.color}
              onChange={({ target }) =>
                change(index, { color: COLORS.find((color) => color === target.value) ?? 'gray' })
              }
            >
              {COLORS.map((color) => (
                <option key={color} value={color}>
                  {t(COLOR_NAMES[color])}
                </option>
              ))}
            </Select>
            <IconButton
              icon={X}
              label={t('Remove {{name}}', { name: choice.name })}
              onClick={() => (choice.id === '' || draft.id === null ? remove(choice) : setLeaving(choice))}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {sorting.said}
      </p>
      <Field
        label={t('New choice')}
        hint={t('Enter adds it.')}
        error={isTaken && draft.nextChoice !== '' ? t('This choice is in the list already.') : null}
      >
        <Input
          ref={next}
          autoComplete="off"
          maxLength={100}
          value={draft.nextChoice}
          onChange={({ target }) => onChange({ ...draft, nextChoice: target.value })}
          onKeyDown={add}
        />
      </Field>
      {draft.id !== null && leaving !== null && (
        <RemovedChoice
          field={draft.id}
          choice={leaving}
          onClose={() => setLeaving(null)}
          onRemove={() => {
            setLeaving(null)
            remove(leaving)
          }}
        />
      )}
    </fieldset>
  )
}
