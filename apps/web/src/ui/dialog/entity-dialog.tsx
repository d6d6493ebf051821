import type { ReactNode, SubmitEvent } from 'react'
import { cn } from '@/lib/cn.ts'
import { closesOnEscape } from '../floating/closes-on-escape.ts'
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from './dialog.tsx'
import { pressesEnter } from './presses-enter.ts'
import { SidePanel, usePanelPlace } from './side-panel.tsx'

interface EntityDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Puts something around the heading: its editor. */
  aroundTitle?: (heading: ReactNode) => ReactNode
  description?: ReactNode
  /** The content beside the title: a status badge. */
  aside?: ReactNode
  /** More buttons, before the close button. */
  tools?: ReactNode
  /** Called for Enter where no control has the focus. */
  onEnter?: () => void
  /** The buttons. With `onSubmit`, one of them is `type="submit"`. */
  footer?: ReactNode
  /** Makes body and footer one form; `useForm().handleSubmit(…)` fits. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  wide?: boolean
  /** 425 pixels at most. */
  narrow?: boolean
  /** Whether Escape and a press beside it do not close it, while saving for instance. */
  locked?: boolean
  children: ReactNode
}

/**
 * A dialog for a record: its form or its details. The head and the buttons stay, the middle scrolls; on a phone it is a
 * sheet as high as the screen. Inside a `PanelPlaceProvider` it stands in the page instead, and is not modal.
 */
export function EntityDialog(props: EntityDialogProps) {
  const { open, onOpenChange, footer, onSubmit, onEnter, children } = props
  const { title, aroundTitle, description, aside, tools } = props
  const { wide = false, narrow = false, locked = false } = props
  const head = { title, aroundTitle, description, aside, tools }
  const place = usePanelPlace()
  const parts = (
    <>
      <DialogBody>{children}</DialogBody>
      {footer && <DialogFooter>{footer}</DialogFooter>}
    </>
  )
  const content = onSubmit ? (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      {parts}
    </form>
  ) : (
    parts
  )
  const change = (next: boolean) => !locked && onOpenChange(next)
  const close = closesOnEscape(() => change(false))
  if (place) {
    if (!open) return null
    const isForm = onSubmit !== undefined
    return (
      <SidePanel
        {...{ place, title, aroundTitle, description, aside, tools, onEnter, isForm }}
        onOpenChange={change}
      >
        {content}
      </SidePanel>
    )
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        onKeyDown={(event) => {
          close(event)
          pressesEnter(event, onEnter)
        }}
        className={cn(
          wide ? 'max-w-2xl' : narrow ? 'max-w-[425px]' : 'max-w-lg',
          'max-md:inset-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:translate-x-0 max-md:translate-y-0 max-md:rounded-none max-md:border-0',
        )}
        {...(!description && { 'aria-describedby': undefined })}
      >
        <DialogHeader {...head} />
        {content}
      </DialogContent>
    </Dialog>
  )
}
