import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { TOAST_DURATION_MS, type Toast, toasts } from '@/ui/feedback/toast-store.ts'

/** The toasts without separate code: the report of a failure must not fail itself. */
export function PlainToasts({ shown }: { shown: readonly Toast[] }) {
  return (
    <section
      role="status"
      className="fixed right-0 bottom-0 z-80 w-full max-w-sm p-4 md:[body:has([data-connection-banner])_&]:bottom-16"
    >
      {shown.map((toast) => toast.open && <PlainToast key={toast.id} toast={toast} />)}
    </section>
  )
}

function PlainToast({ toast: { id, title, description, action, alternative } }: { toast: Toast }) {
  const { t } = useTranslation()
  useEffect(() => {
    const timer = setTimeout(() => toasts.dismiss(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className="flex items-start gap-3 rounded-lg border bg-popover px-4 py-3 text-sm shadow-modal">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 wrap-anywhere text-muted-foreground">{description}</p>
      </div>
      {[action, alternative].map(
        (offered) =>
          offered && (
            <Button key={offered.label} variant="outline" size="sm" onClick={offered.onPress}>
              {offered.label}
            </Button>
          ),
      )}
      <Button variant="ghost" size="sm" onClick={() => toasts.dismiss(id)}>
        {t('Close')}
      </Button>
    </div>
  )
}
