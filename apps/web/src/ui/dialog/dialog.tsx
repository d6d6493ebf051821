import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { IconButton } from '../button/icon-button.tsx'
import { useUnbrokenFocus } from '../floating/unbroken-focus.ts'
import { useFocusReturn } from './focus-return.ts'
import { useWindowTurn, WindowTurnsProvider } from './window-turns.ts'

export const overlayStyle =
  'fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

/** The surface of every modal, in the middle of the screen. */
export const modalStyle = cn(
  'fixed base:top-1/2 base:left-1/2 z-50 flex base:max-h-[calc(100dvh-2rem)] base:w-[calc(100vw-2rem)] base:-translate-x-1/2 base:-translate-y-1/2 flex-col',
  'rounded-xl border bg-popover shadow-modal outline-none',
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
)

/** No animation where only the content changes: the dialog does not open again. */
const STANDING = 'animate-none!'

export const Dialog = Primitive.Root

interface DialogContentProps extends ComponentProps<typeof Primitive.Content> {
  /** The dialog is closed, and the focus is back where it was. */
  onClosed?: () => void
}

/**
 * A modal window. It needs a `DialogHeader`, or a `HiddenDialogTitle`; `DialogBody` scrolls when the window is full. Give `aria-describedby={undefined}`
 * where the header has no description.
 */
export function DialogContent({ className, children, onClosed, ...rest }: DialogContentProps) {
  const { turns, isNext } = useWindowTurn()
  const { remember, giveBack } = useFocusReturn(turns)
  const unbrokenFocus = useUnbrokenFocus()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={cn(overlayStyle, isNext && STANDING)} />
      <Primitive.Content
        {...unbrokenFocus}
        onOpenAutoFocus={(event) => {
          remember()
          focusStart(event, turns?.ledBy ?? null)
        }}
        onCloseAutoFocus={(event) => {
          if (giveBack(event) && turns) turns.ledBy = null
          onClosed?.()
        }}
        className={cn(modalStyle, 'base:max-w-md', isNext && STANDING, className)}
        {...rest}
      >
        <WindowTurnsProvider value={null}>{children}</WindowTurnsProvider>
      </Primitive.Content>
    </Primitive.Portal>
  )
}

/**
 * Focuses the control that led away from the dialog, on the way back, or the first field; a dialog without fields starts
 * at its top, not on its close button.
 */
function focusStart(event: Event, ledBy: string | null) {
  if (!(event.currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  const field =
    event.currentTarget.querySelector(`[data-turn="${ledBy}"]`) ??
    event.currentTarget.querySelector('input:enabled, textarea:enabled, select:enabled')
  const first = field instanceof HTMLElement ? field : event.currentTarget
  first.focus()
}

interface DialogHeaderProps {
  title: ReactNode
  /** Puts something around the heading: its editor. */
  aroundTitle?: ((heading: ReactNode) => ReactNode) | undefined
  description?: ReactNode
  /** Stands beside the title: a badge. */
  aside?: ReactNode
  /** Stands before the close button: more buttons. */
  tools?: ReactNode
}

export function DialogHeader({ title, aroundTitle, description, aside, tools }: DialogHeaderProps) {
  const { t } = useTranslation()
  const heading = (
    <Primitive.Title dir="auto" className="min-w-0 wrap-anywhere font-semibold text-lg">
      {title}
    </Primitive.Title>
  )
  return (
    <header className="flex shrink-0 items-start justify-between gap-4 px-5 pt-4 pb-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          {aroundTitle ? aroundTitle(heading) : heading}
          {aside}
        </div>
        {description && (
          <Primitive.Description className="mt-0.5 text-muted-foreground text-sm">
            {description}
          </Primitive.Description>
        )}
      </div>
      <div className="-mt-1 -mr-2 flex shrink-0 items-center">
        {tools}
        <Primitive.Close asChild>
          <IconButton icon={X} label={t('Close')} />
        </Primitive.Close>
      </div>
    </header>
  )
}

/** The name of a window that shows none. */
export function HiddenDialogTitle({ children }: { children: ReactNode }) {
  return <Primitive.Title className="sr-only">{children}</Primitive.Title>
}

export function DialogBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5', className)} {...rest} />
}

export function DialogFooter({ className, ...rest }: ComponentProps<'footer'>) {
  return (
    <footer
      className={cn(
        'flex shrink-0 flex-wrap items-center justify-end gap-2 rounded-b-xl border-t bg-muted/50 px-5 py-3',
        className,
      )}
      {...rest}
    />
  )
}
