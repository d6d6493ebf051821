import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '@/lib/cn.ts'
import { useEscape } from '@/lib/hooks/use-escape.ts'
import { Field } from '@/ui/form/field.tsx'
import { EditButton, OVER_BUTTON } from './edit-button.tsx'
import { isSameValue } from './editing.ts'
import { PropertyValue } from './property.tsx'

export interface InlineValueProps<Value> {
  label: string
  value: Value
  /** The value as it is shown. */
  children: ReactNode
  /** Saves a value; returns why it was refused. Null for users who may not change it. */
  save: ((value: Value) => Promise<string | null>) | null
  /** Returns what is wrong with a value. */
  check?: (value: Value) => string | null
  control: (value: Value, onChange: (value: Value) => void) => ReactNode
  /** Enter begins a line, and the editor grows over what stands below. */
  isLong?: boolean
  hint?: string
  /** The shown value names a window or page, and stays for screen readers while the editor is open. */
  keepsShown?: boolean
  /** The editor is open at first. */
  startsOpen?: boolean
  /** The editor is closed, and the value is as it was. */
  onGiveUp?: () => void
}

interface Draft<Value> {
  value: Value
  problem: string | null
  /** Whether the editor takes the focus when it opens. */
  takesFocus: boolean
}

/**
 * A value with an editor in its place: Enter saves, and so does going on elsewhere; Escape gives up. A value that is
 * refused stays in the editor, with the reason.
 */
export function InlineValue<Value>(props: InlineValueProps<Value>) {
  const { label, value, children, save, startsOpen = false } = props
  const [draft, setDraft] = useState<Draft<Value> | null>(
    startsOpen ? { value, problem: null, takesFocus: true } : null,
  )
  const [height, setHeight] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  const isOpen = draft !== null
  useEffect(() => {
    if (isOpen || !returns.current) return
    returns.current = false
    button.current?.focus()
  }, [isOpen])
  if (save === null) return <PropertyValue>{children}</PropertyValue>
  if (draft !== null)
    return (
      <InlineEditor
        {...props}
        draft={draft}
        height={height}
        save={save}
        onChange={setDraft}
        returns={returns}
      />
    )
  return (
    <>
      <EditButton
        ref={button}
        label={label}
        onClick={({ currentTarget }) => {
          setHeight(currentTarget.offsetHeight)
          setDraft({ value, problem: null, takesFocus: true })
        }}
      />
      <PropertyValue className={OVER_BUTTON}>{children}</PropertyValue>
    </>
  )
}

interface InlineEditorProps<Value> extends Omit<InlineValueProps<Value>, 'save'> {
  save: (value: Value) => Promise<string | null>
  draft: Draft<Value>
  /** The height of the value that it stands for. */
  height: number
  onChange: (draft: Draft<Value> | null) => void
  /** Whether the focus returns to the value once the editor is closed. */
  returns: { current: boolean }
}

function InlineEditor<Value>(props: InlineEditorProps<Value>) {
  const { label, value, save, check, control, isLong = false, hint, onGiveUp } = props
  const { keepsShown = false, children } = props
  const { draft, height, onChange, returns } = props
  const box = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  const end = (isByKey: boolean) => {
    isDone.current = true
    returns.current = isByKey
    onChange(null)
  }
  const commit = async (isByKey: boolean) => {
    if (isDone.current) return
    const problem = check?.(draft.value) ?? null
    if (problem !== null) return onChange({ ...draft, problem })
    end(isByKey)
    if (isSameValue(draft.value, value)) return onGiveUp?.()
    const refused = await save(draft.value)
    if (refused !== null) onChange({ value: draft.value, problem: refused, takesFocus: isByKey })
  }
  const giveUp = () => {
    end(true)
    onGiveUp?.()
  }
  useEscape(true, () => box.current?.contains(document.activeElement) && giveUp())
  useFocusedField(box, draft.takesFocus)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (isLong && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    void commit(true)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && document.hasFocus()) void commit(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the field inside, and that the focus has left
    <div ref={box} onKeyDown={onKeyDown} onBlur={onBlur} style={{ minHeight: height }} className="relative">
      {keepsShown && <div className="sr-only">{children}</div>}
      <div className={cn(isLong && 'absolute inset-x-0 top-0 z-10 rounded-md bg-popover shadow-float')}>
        <Field label={label} error={draft.problem} hint={hint} bare>
          {control(draft.value, (next) => onChange({ ...draft, value: next, problem: null }))}
        </Field>
      </div>
    </div>
  )
}

/** Puts the focus into the field of an editor once it is open, with its text selected. */
function useFocusedField(box: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  const [isFocused] = useState(takesFocus)
  useEffect(() => {
    const field = isFocused ? box.current?.querySelector<HTMLElement>('input, textarea') : null
    field?.focus()
    if (field instanceof HTMLInputElement && field.type !== 'date') field.select()
  }, [box, isFocused])
}
