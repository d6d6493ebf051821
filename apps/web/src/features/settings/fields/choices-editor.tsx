import { COLORS } from '@cairn/workspace/port/records/fields'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
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
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('Choices')}</legend>
      <ul ref={sorting.listRef} aria-label={t('Choices')} className="flex flex-col gap-2 empty:hidden">
        {choices.map((choice, index) => (
          <ChoiceEntry
            key={choice.key}
            choice={choice}
            number={index + 1}
            handle={choices.length > 1 && <SortHandle sorting={sorting} id={choice.key} name={choice.name} />}
            onChange={(part) => change(index, part)}
            onRemove={() => (choice.id === '' || draft.id === null ? remove(choice) : setLeaving(choice))}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {sorting.said}
      </p>
      <NextChoice draft={draft} onChange={onChange} inputRef={next} />
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

interface ChoiceEntryProps {
  choice: DraftChoice
  /** Its place, from 1. */
  number: number
  /** The button that moves it. */
  handle: ReactNode
  onChange: (part: Partial<DraftChoice>) => void
  onRemove: () => void
}

function ChoiceEntry({
  choice: { name, color: chosen },
  number,
  handle,
  onChange,
  onRemove,
}: ChoiceEntryProps) {
  const { t } = useTranslation()
  return (
    <li className="flex items-center gap-1.5">
      {handle}
      <ColorDot color={chosen} />
      <Input
        aria-label={t('Name of choice {{number}}', { number })}
        maxLength={100}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Select
        aria-label={t('Color of {{name}}', { name })}
        className="w-28 shrink-0"
        value={chosen}
        onChange={({ target }) =>
          onChange({ color: COLORS.find((color) => color === target.value) ?? 'gray' })
        }
      >
        {COLORS.map((color) => (
          <option key={color} value={color}>
            {t(COLOR_NAMES[color])}
          </option>
        ))}
      </Select>
      <IconButton icon={X} label={t('Remove {{name}}', { name })} onClick={onRemove} />
    </li>
  )
}

interface NextChoiceProps extends ChoicesEditorProps {
  inputRef: Ref<HTMLInputElement>
}

function NextChoice({ draft, onChange, inputRef }: NextChoiceProps) {
  const { t } = useTranslation()
  const isTaken = isNextTaken(draft)
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.nextChoice.trim() === '') return
    event.preventDefault()
    if (!isTaken) onChange({ ...draft, choices: withNextChoice(draft), nextChoice: '' })
  }
  return (
    <Field
      label={t('New choice')}
      hint={t('Enter adds it.')}
      error={isTaken && draft.nextChoice !== '' ? t('This choice is in the list already.') : null}
    >
      <Input
        ref={inputRef}
        autoComplete="off"
        maxLength={100}
        value={draft.nextChoice}
        onChange={({ target }) => onChange({ ...draft, nextChoice: target.value })}
        onKeyDown={add}
      />
    </Field>
  )
}
