import { Plus } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/icon-button.tsx'
import { RemovableBadge } from '../display/removable-badge.tsx'
import { Input } from './input.tsx'
import { type TextListValue, withDraftAdded } from './text-list-entries.ts'

interface TextListProps {
  /** The label of the list for a screen reader. */
  label: string
  value: TextListValue
  onChange: (value: TextListValue) => void
  /** The placeholder of the empty box. */
  prompt: string
  addLabel: string
  entryMaxLength: number
  inputRef?: Ref<HTMLInputElement>
}

/** A list of free texts: Enter or the plus button adds the typed text, and each can be removed. */
export function TextList(props: TextListProps) {
  const { label, value, onChange, prompt, addLabel, entryMaxLength, inputRef } = props
  const { t } = useTranslation()
  const add = () => onChange(withDraftAdded(value))
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Input
          ref={inputRef}
          value={value.draft}
          placeholder={prompt}
          maxLength={entryMaxLength}
          autoComplete="off"
          onChange={(event) => onChange({ ...value, draft: event.target.value })}
          onKeyDown={addByEnter}
        />
        <IconButton icon={Plus} variant="outline" label={addLabel} onClick={add} />
      </div>
      {value.entries.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {value.entries.map((entry) => (
            <li key={entry} className="max-w-full">
              <RemovableBadge
                text={entry}
                removeLabel={t('Remove {{name}}', { name: entry })}
                onRemove={() =>
                  onChange({ ...value, entries: value.entries.filter((listed) => listed !== entry) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
