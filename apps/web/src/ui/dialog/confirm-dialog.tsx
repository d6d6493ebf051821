import { AlertDialog as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { Button } from '../button/button.tsx'
import { closesOnEscape } from '../floating/closes-on-escape.ts'
import { useUnbrokenFocus } from '../floating/unbroken-focus.ts'
import { DialogFooter, modalStyle, overlayStyle } from './dialog.tsx'
import { useFocusReturn } from './focus-return.ts'

interface ConfirmButtonsProps {
  /** The verb: 'Delete'. */
  confirmLabel: string
  cancelLabel?: string
  /** Red, for an action that removes something. */
  destructive?: boolean
  /** The reason why the action cannot be confirmed yet; null where it can. */
  disabledReason?: string | null
  /** Another way out, beside the buttons. */
  alternative?: ReactNode
  /**
   * Whether nothing can be confirmed yet, or the action is running: then the dialog stays open until the caller closes
   * it.
   */
  pending?: boolean
  /** Whether the other way out is being taken: nothing else can be pressed, and nothing closes the dialog. */
  locked?: boolean
  onConfirm: () => void
}

interface ConfirmDialogProps extends ConfirmButtonsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The affected records, for instance. */
  children?: ReactNode
  /** Moves the focus after closing, instead of back to its former place. */
  focusAfter?: () => void
}

/** Asks before an action. Cancel has the focus, and a press outside the dialog does not close it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  onConfirm,
  focusAfter,
  ...buttons
}: ConfirmDialogProps) {
  const { pending = false, locked = false } = buttons
  const { remember, giveBack } = useFocusReturn()
  const unbrokenFocus = useUnbrokenFocus()
  const [isConfirmed, setConfirmed] = useState(false)
  if (!open && isConfirmed) setConfirmed(false)
  const isRunning = locked || (pending && isConfirmed)
  const change = (next: boolean) => !isRunning && onOpenChange(next)
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          {...unbrokenFocus}
          className={`${modalStyle} max-w-md`}
          onKeyDown={closesOnEscape(() => change(false))}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={(event) => {
            if (focusAfter) {
              event.preventDefault()
              focusAfter()
            } else giveBack(event)
          }}
        >
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-5">
            <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
            <Primitive.Description className="mt-1 text-pretty text-muted-foreground text-sm">
              {description}
            </Primitive.Description>
            {children && <div className="mt-4">{children}</div>}
          </div>
          <ConfirmFooter
            {...buttons}
            isRunning={isRunning}
            onConfirm={() => {
              setConfirmed(true)
              onConfirm()
            }}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function ConfirmFooter({
  confirmLabel,
  cancelLabel,
  destructive = false,
  disabledReason = null,
  alternative,
  pending = false,
  locked = false,
  isRunning,
  onConfirm,
}: ConfirmButtonsProps & { isRunning: boolean }) {
  const { t } = useTranslation()
  return (
    <DialogFooter className={cn(alternative && 'max-sm:*:grow')}>
      {/* On a phone it has a separate line. */}
      {alternative && <div className="flex grow max-sm:basis-full max-sm:*:grow">{alternative}</div>}
      <Primitive.Cancel asChild>
        <Button variant="outline" disabled={isRunning}>
          {cancelLabel ?? t('Cancel')}
        </Button>
      </Primitive.Cancel>
      <Button
        variant={destructive ? 'destructive' : 'default'}
        pending={pending}
        disabled={locked}
        disabledReason={disabledReason}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </DialogFooter>
  )
}
