import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { type CountedTag, MAX_TAG_NAME } from '@cairn/workspace/port/records/tags'
import { Merge, Pencil, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathOfTag } from '@/catalogue/tags/tag-path.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { ColoredBadge } from '@/ui/display/colored-badge.tsx'
import { Input } from '@/ui/form/input.tsx'
import { ColorButton } from './color-button.tsx'
import { useChangeTag } from './use-tag-changes.ts'

interface TagRowProps {
  tag: CountedTag
  /** Whether the user may change it. */
  isManaged: boolean
  /** Whether there is no other tag to merge it into. */
  isOnly: boolean
  onMerge: () => void
  onDelete: () => void
}

/** A tag with its actions. */
export function TagRow({ tag, isManaged, isOnly, onMerge, onDelete }: TagRowProps) {
  const { t } = useTranslation()
  const { change, isChanging } = useChangeTag()
  const [isNaming, setNaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const { name, color } = tag
  const closeByKey = () => {
    setNaming(false)
    requestAnimationFrame(() => rename.current?.focus())
  }
  const save = (next: string) => {
    if (next !== '' && next !== name) change({ tag, input: { name: next, color } })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      {isNaming ? (
        <NameInput
          name={name}
          onCancel={closeByKey}
          onEnter={(next) => {
            closeByKey()
            save(next)
          }}
          onLeave={(next) => {
            setNaming(false)
            save(next)
          }}
        />
      ) : (
        <span className="flex min-w-40 flex-1 items-center gap-2">
          {isManaged && (
            <ColorButton
              color={color}
              label={t('Color of {{tag}}', { tag: name })}
              onPick={(next) => next !== color && change({ tag, input: { name, color: next } })}
            />
          )}
          <ColoredBadge color={color}>{name}</ColoredBadge>
        </span>
      )}
      <RecordsOf tag={tag} />
      {isManaged && (
        <span className="flex shrink-0 gap-1">
          <IconButton
            ref={rename}
            icon={Pencil}
            label={t('Rename {{tag}}', { tag: name })}
            pending={isChanging}
            onClick={() => setNaming(true)}
          />
          <IconButton
            icon={Merge}
            label={t('Merge {{tag}}', { tag: name })}
            disabledReason={isOnly ? t('There is no other tag.') : null}
            onClick={onMerge}
          />
          <IconButton icon={Trash2} label={t('Delete {{name}}', { name })} onClick={onDelete} />
        </span>
      )}
    </li>
  )
}

interface NameInputProps {
  name: string
  onEnter: (name: string) => void
  /** Called when the user has moved on to something else. */
  onLeave: (name: string) => void
  onCancel: () => void
}

/**
 * The input for a name. Enter saves, and so does moving on to something else; Escape and the button beside the box keep
 * the old name.
 */
function NameInput({ name, onEnter, onLeave, onCancel }: NameInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  /** A box that is removed loses the focus as well. */
  const isClosed = useRef(false)
  const close = (end: () => void) => {
    isClosed.current = true
    end()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens in the box and on the button.
    <span
      className="flex min-w-40 max-w-72 flex-1 items-center gap-1"
      onBlur={({ currentTarget, target, relatedTarget }) => {
        // The focused element keeps the focus when the user leaves the window.
        if (isClosed.current || document.activeElement === target) return
        if (!currentTarget.contains(relatedTarget)) close(() => onLeave(typed.trim()))
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) close(onCancel)
      }}
    >
      <Input
        // The user asked for it with a press.
        autoFocus
        aria-label={t('Name of the tag')}
        maxLength={MAX_TAG_NAME}
        autoComplete="off"
        value={typed}
        onFocus={({ target }) => typed === name && target.select()}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) close(() => onEnter(typed.trim()))
        }}
        className="min-w-0 flex-1"
      />
      <IconButton
        icon={X}
        label={t('Cancel')}
        // Not every browser moves the focus to a pressed button: the box keeps it.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => close(onCancel)}
      />
    </span>
  )
}

/** The number of records of each kind that have it, with links to them. */
function RecordsOf({ tag: { id, records } }: { tag: CountedTag }) {
  const { t, i18n } = useTranslation()
  const kinds = CATALOGUE_KINDS.filter((kind) => (records[kind] ?? 0) > 0)
  if (kinds.length === 0) return <span className="text-muted-foreground text-xs">{t('No records')}</span>
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 text-xs tabular-nums">
      {kinds.map((kind) => (
        <Link key={kind} to={pathOfTag(CATALOGUES[kind].path, id)} className="text-link hover:underline">
          {t('{{things}}: {{number}}', {
            things: t(CATALOGUES[kind].title),
            number: formatNumber(records[kind] ?? 0, i18n.language),
          })}
        </Link>
      ))}
    </span>
  )
}
