import { MAX_TAGS, type Tag } from '@cairn/workspace/port/records/tags'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useEscape } from '@/lib/hooks/use-escape.ts'
import { ColorDot, ColoredBadge } from '@/ui/display/colored-badge.tsx'
import { useFieldControl } from '@/ui/form/field.tsx'
import { controlStyle } from '@/ui/form/input.tsx'
import { Spinner } from '@/ui/loading/spinner.tsx'
import { useActiveOption } from '@/ui/picker/use-active-option.ts'
import { tagChoices } from './tag-choices.ts'
import { useAddTag } from './use-add-tag.ts'
import { useTags } from './use-tags.ts'

/** The option that makes a new tag; ids of tags are none such. */
const NEW = 'new'

interface TagsBoxProps {
  /** Ids. */
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Tags in one box: typing finds one, Enter takes it or makes a new one of what is typed, Backspace in the empty box takes
 * the last one out.
 */
export function TagsBox({ value, onChange, inputRef }: TagsBoxProps) {
  const { t } = useTranslation()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const control = useFieldControl()
  const { typed, type, setOpen, isAdding, onKeyDown, ...options } = useTyping({ value, onChange })
  const { isListed, active } = options
  const takeOut = (id: string) => {
    onChange(value.filter((other) => other !== id))
    box.current?.querySelector('input')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears that the focus has left, and is nothing to press
    <div
      ref={box}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
      className="flex min-w-0 flex-col gap-1"
    >
      <div
        className={cn(
          controlStyle,
          'flex min-h-8 flex-wrap items-center gap-1 px-1.5 py-1 max-md:min-h-10',
          'has-[input:focus-visible]:border-ring has-[input:focus-visible]:ring-3 has-[input:focus-visible]:ring-ring/25',
        )}
      >
        {value.map((id) => (
          <TakenTag key={id} id={id} onRemove={() => takeOut(id)} />
        ))}
        <input
          {...control}
          ref={inputRef}
          role="combobox"
          aria-expanded={isListed}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isListed ? active.keys['aria-activedescendant'] : undefined}
          autoComplete="off"
          maxLength={200}
          value={typed}
          placeholder={value.length === 0 ? t('Find or create a tag') : ''}
          onChange={({ target }) => type(target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          className="h-6 min-w-24 flex-1 bg-transparent px-1 outline-hidden placeholder:text-muted-foreground"
        />
        {isAdding && <Spinner />}
      </div>
      <Options listId={listId} {...options} />
    </div>
  )
}

/** Finds tags for the typed text, and takes the one that the user picks. */
function useTyping({ value, onChange }: Pick<TagsBoxProps, 'value' | 'onChange'>) {
  const { tags } = useTags()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { tags: found, newName } = tagChoices(tags, value, typed)
  const isFull = value.length >= MAX_TAGS
  const take = (id: string) => {
    if (!isFull && !value.includes(id)) onChange([...value, id])
    setTyped('')
    // Enter once more is meant for the form.
    setOpen(false)
    active.reset()
  }
  const { add, isAdding } = useAddTag(({ id }) => take(id))
  const ids = [...found.map(({ id }) => id), ...(newName === null ? [] : [NEW])]
  const onPick = (id: string) => {
    if (isAdding) return
    if (id !== NEW) take(id)
    else if (newName !== null) add(newName)
  }
  const active = useActiveOption({ ids, onPick })
  const isListed = isOpen && !isFull && ids.length > 0
  useEscape(isListed, () => setOpen(false))
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    active.reset()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
    if (event.key === 'Enter' && !isListed) {
      if (typed === '') return
      setOpen(true)
    }
    if (event.key === 'ArrowDown' && !isListed) {
      event.preventDefault()
      setOpen(true)
      return
    }
    active.keys.onKeyDown(event)
  }
  return { typed, type, setOpen, isAdding, onKeyDown, isListed, ids, found, newName, active, onPick }
}

function TakenTag({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation()
  const { tags, isKnown } = useTags()
  const tag = tags.find((one) => one.id === id)
  const name = tag?.name ?? (isKnown ? t('Deleted tag') : '')
  return (
    <span className="inline-flex max-w-full items-center">
      <ColoredBadge color={tag?.color ?? 'gray'}>{name}</ColoredBadge>
      <button
        type="button"
        aria-label={t('Remove {{name}}', { name })}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-full text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

interface OptionsProps {
  listId: string
  isListed: boolean
  ids: readonly string[]
  found: readonly Tag[]
  newName: string | null
  active: ReturnType<typeof useActiveOption>
  onPick: (id: string) => void
}

function Options({ listId, isListed, ids, found, newName, active, onPick }: OptionsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  // The form may end right below the box.
  useEffect(() => {
    if (isListed) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isListed])
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={t('Tags')}
      hidden={!isListed}
      className="max-h-52 overflow-y-auto rounded-md border bg-popover p-1 shadow-float"
    >
      {isListed &&
        ids.map((id) => {
          const tag = found.find((one) => one.id === id)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input that names it as active hears the keys
            <div
              key={id}
              id={active.optionId(id)}
              role="option"
              tabIndex={-1}
              aria-selected={id === active.activeId}
              data-active={id === active.activeId || undefined}
              onPointerMove={() => active.reach(id)}
              // The focus stays in the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(id)}
              className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 text-sm data-active:bg-accent max-md:min-h-11"
            >
              {tag ? (
                <ColorDot color={tag.color} />
              ) : (
                <Plus aria-hidden className="-mx-0.5 size-3.5 shrink-0" />
              )}
              <span dir="auto" className="min-w-0 truncate">
                {tag?.name ?? t('Create the tag {{tag}}', { tag: newName })}
              </span>
            </div>
          )
        })}
    </div>
  )
}
