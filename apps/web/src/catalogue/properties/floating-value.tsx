import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { EditButton, OVER_BUTTON } from './edit-button.tsx'
import { PropertyValue } from './property.tsx'

/** The way from an editor to the window around it. */
export interface FloatingEditor {
  /** Closes it: something is being saved. */
  end: (saving: Promise<string | null>) => void
  /** Saves what was entered, when the user goes on elsewhere. */
  leaving: RefObject<SaveOnLeave | null>
}

/** Null where what was entered cannot be saved: the editor stays open. */
type SaveOnLeave = () => Promise<string | null> | null

export interface FloatingValueProps {
  label: string
  /** The value as it is shown. */
  children: ReactNode
  /** Null for users who may not change it. */
  editor: ((editor: FloatingEditor) => ReactNode) | null
  /** The value stands in a line, not in a list of properties. */
  isInLine?: boolean
  startsOpen?: boolean
  /** The editor is closed, and the value is as it was. */
  onGiveUp?: () => void
}

/** A value whose editor opens over what stands around it, so that nothing moves. What was refused is said below it. */
export function FloatingValue(props: FloatingValueProps) {
  const { label, children, editor, isInLine = false, startsOpen = false, onGiveUp } = props
  const [isOpen, setOpen] = useState(startsOpen)
  const [problem, setProblem] = useState<string | null>(null)
  const gaveUp = useRef(false)
  const leaving = useRef<SaveOnLeave | null>(null)
  const value = isInLine ? (
    <div className="pointer-events-none relative">{children}</div>
  ) : (
    <PropertyValue className={OVER_BUTTON}>{children}</PropertyValue>
  )
  if (editor === null) return isInLine ? children : <PropertyValue>{children}</PropertyValue>
  const end = async (saving: Promise<string | null>) => {
    setOpen(false)
    setProblem(await saving)
  }
  const change = (open: boolean) => {
    if (open) {
      gaveUp.current = false
      setProblem(null)
      return setOpen(true)
    }
    const saving = gaveUp.current ? undefined : leaving.current?.()
    if (saving === null) return
    if (saving !== undefined) return void end(saving)
    setOpen(false)
    onGiveUp?.()
  }
  return (
    <Popover modal open={isOpen} onOpenChange={change}>
      <PopoverTrigger asChild>
        <EditButton label={label} className={isInLine ? 'inset-x-[-0.25rem] rounded-full' : ''} />
      </PopoverTrigger>
      {value}
      {problem !== null && (
        <p role="alert" className="px-2 pb-1 text-destructive-foreground text-xs">
          {problem}
        </p>
      )}
      <PopoverContent
        aria-label={label}
        onEscapeKeyDown={() => (gaveUp.current = true)}
        className="w-max min-w-[max(16rem,var(--radix-popover-trigger-width))] max-w-[min(28rem,calc(100vw-1rem))]"
      >
        {editor({ end: (saving) => void end(saving), leaving })}
      </PopoverContent>
    </Popover>
  )
}

/** Says how what was entered is saved when the user goes on elsewhere; null for nothing. */
export function useLeaving({ leaving }: FloatingEditor, save: SaveOnLeave | null): void {
  useEffect(() => {
    leaving.current = save
  })
}

/** The end of an editor in which several things are entered; without `onDone` it sends the form around it. */
export function DoneButton({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex shrink-0 justify-end border-t p-1.5">
      <Button type={onDone ? 'button' : 'submit'} size="sm" {...(onDone && { onClick: onDone })}>
        {t('Done')}
      </Button>
    </div>
  )
}

/** Ctrl or Cmd with Enter ends an editor in which Enter has another meaning. */
export function endsOnModEnter(onDone: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onDone()
  }
}
