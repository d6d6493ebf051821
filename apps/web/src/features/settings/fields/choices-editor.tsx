import { COLORS } from '@cairn/workspace/port/records/fields'
import type { OwnChoice } from '@cairn/workspace/port/records/own-fields'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moved } from '@/lib/moved.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { ColorDot } from '@/ui/display/colored-badge.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { COLOR_NAMES } from '../tags/color-names.ts'
import type { FieldDraft } from './field-draft.ts'
import { RemovedChoice } from './removed-choice.tsx'

interface ChoicesEditorProps {
  draft: FieldDraft
  onChange: (draft: FieldDraft) => void
}

/** The entries of a list: Enter adds one after the other. One that records have is counted before it goes. */
export function ChoicesEditor({ draft, onChange }: ChoicesEditorProps) {
  const { t } = useTranslation()
  const next = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [leaving, setLeaving] = useState<OwnChoice | null>(null)
  const { choices } = draft
  const set = (changed: readonly OwnChoice[]) => onChange({ ...draft, choices: changed })
  const change = (index: number, part: Partial<OwnChoice>) =>
    set(choices.map((choice, place) => (place === index ? { ...choice, ...part } : choice)))
  const remove = (choice: OwnChoice) => {
    const isDefault = [draft.defaultValue].flat().includes(choice.id)
    onChange({
      ...draft,
      choices: choices.filter((each) => each !== choice),
      defaultValue: isDefault ? null : draft.defaultValue,
    })
    next.current?.focus()
  }
  const isTaken = choices.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return
    event.preventDefault()
    if (isTaken) return
    set([
      ...choices,
      { id: '', name: typed.trim(), color: COLORS[(choices.length + 1) % COLORS.length] ?? 'gray' },
    ])
    setTyped('')
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('Choices')}</legend>
      <ul aria-label={t('Choices')} className="flex flex-col gap-2 empty:hidden">
        {choices.map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is typed into a name must not take its input away.
          <li key={index} className="flex items-center gap-1.5">
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
            <span className="flex shrink-0">
              <IconButton
                icon={ArrowUp}
                label={t('Move {{name}} up', { name: choice.name })}
                disabledReason={index === 0 ? t('This is the first choice.') : null}
                onClick={() => set(moved(choices, index, index - 1))}
              />
              <IconButton
                icon={ArrowDown}
                label={t('Move {{name}} down', { name: choice.name })}
                disabledReason={index === choices.length - 1 ? t('This is the last choice.') : null}
                onClick={() => set(moved(choices, index, index + 1))}
              />
              <IconButton
                icon={X}
                label={t('Remove {{name}}', { name: choice.name })}
                onClick={() => (choice.id === '' || draft.id === null ? remove(choice) : setLeaving(choice))}
              />
            </span>
          </li>
        ))}
      </ul>
      <Field
        label={t('New choice')}
        hint={t('Enter adds it.')}
        error={isTaken && typed !== '' ? t('This choice is in the list already.') : null}
      >
        <Input
          ref={next}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
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
