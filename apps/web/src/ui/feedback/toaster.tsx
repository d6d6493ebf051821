import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isChord, isTextField } from '@/lib/browser/key-chord.ts'
import { cn } from '@/lib/cn.ts'
import { buttonStyle } from '../button/button.tsx'
import { TOAST_DURATION_MS, type Toast, toasts } from './toast-store.ts'

/** Draws the toasts; stands once in the app. Swiping right or F8 and Escape put one away. */
export function Toaster() {
  const { t } = useTranslation()
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  if (shown.length === 0) return null
  return (
    <Primitive.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={50}
      label={t('Notification')}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {/* At the bottom it would cover the buttons of a phone's sheets, and elsewhere the banner about the connection. */}
      <Primitive.Viewport
        hotkey={['F8']}
        label={t('Notifications ({{hotkey}})', { hotkey: 'F8' })}
        className="print:hidden fixed base:right-0 bottom-0 [body:has([data-panel])_&]:right-[calc(var(--panel)+1rem)] z-80 flex w-full max-w-sm flex-col md:[body:has([data-connection-banner])_&]:bottom-16 gap-2 p-4 outline-none max-md:top-0 max-md:bottom-auto max-md:max-w-none max-md:p-3"
      />
    </Primitive.Provider>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  useUndoShortcut(toast)
  const destructive = toast.variant === 'destructive'
  return (
    <Primitive.Root
      open={toast.open}
      duration={toast.durationMs}
      onOpenChange={(open) => !open && toasts.dismiss(toast.id)}
      type={destructive ? 'foreground' : 'background'}
      className={cn(
        'pointer-events-auto relative flex flex-wrap items-start gap-x-3 gap-y-2 overflow-hidden rounded-lg border bg-popover py-3 pr-10 pl-4 shadow-modal',
        'before:absolute before:inset-y-0 before:left-0 before:w-1',
        destructive ? 'before:bg-destructive' : 'before:bg-primary',
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in data-[swipe=end]:animate-swipe-out',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=cancel]:duration-100',
      )}
    >
      <div className={cn('min-w-0 flex-1', toast.alternative && 'basis-full')}>
        <Primitive.Title className={cn('font-medium text-sm', destructive && 'text-destructive-foreground')}>
          {toast.title}
        </Primitive.Title>
        {toast.description && (
          <Primitive.Description className="mt-0.5 wrap-anywhere text-muted-foreground text-sm">
            {toast.description}
          </Primitive.Description>
        )}
      </div>
      {[toast.action, toast.alternative].map(
        (action) =>
          action && (
            <Primitive.Action
              key={action.label}
              altText={action.label}
              aria-keyshortcuts={action.isUndo ? 'Control+Z Meta+Z' : undefined}
              onClick={action.onPress}
              className={buttonStyle({ variant: 'outline', size: 'sm' })}
            >
              {action.label}
            </Primitive.Action>
          ),
      )}
      <Primitive.Close
        aria-label={t('Close')}
        className="absolute top-2 right-2 grid size-6 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <X className="size-3.5" />
      </Primitive.Close>
    </Primitive.Root>
  )
}

/** Ctrl or cmd with Z takes back what the toast tells of, unless a text is being edited. */
function useUndoShortcut({ id, open, action }: Toast): void {
  useEffect(() => {
    if (!open || !action?.isUndo) return
    const press = (event: KeyboardEvent) => {
      if (!isChord(event, 'z') || event.defaultPrevented || isTextField(event.target)) return
      event.preventDefault()
      action.onPress()
      toasts.dismiss(id)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [id, open, action])
}
