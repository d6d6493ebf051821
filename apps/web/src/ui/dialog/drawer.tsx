import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../button/icon-button.tsx'
import { closesOnEscape } from '../floating/closes-on-escape.ts'
import { useUnbrokenFocus } from '../floating/unbroken-focus.ts'
import { overlayStyle } from './dialog.tsx'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Read out by a screen reader; `head` is what is visible. */
  title: string
  head: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Starts at the top of the sheet, not on its close button. */
function focusSurface(event: Event) {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** A sheet from the left, 85% of the screen wide and at least 18rem. */
export function Drawer({ open, onOpenChange, title, head, footer, children }: DrawerProps) {
  const { t } = useTranslation()
  const unbrokenFocus = useUnbrokenFocus()
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          {...unbrokenFocus}
          aria-describedby={undefined}
          onKeyDown={closesOnEscape(() => onOpenChange(false))}
          onOpenAutoFocus={focusSurface}
          className="fixed inset-y-0 left-0 z-50 flex w-[85%] min-w-72 flex-col border-r bg-popover shadow-modal outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          <div className="flex h-16 shrink-0 items-center justify-between border-b px-4">
            {head}
            <Primitive.Close asChild>
              <IconButton icon={X} label={t('Close')} />
            </Primitive.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-3">{children}</div>
          {footer && <div className="shrink-0 border-t p-3">{footer}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
