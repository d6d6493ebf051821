import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'

/** Shows as long as the server cannot be reached. It lies over the screen, so that nothing moves. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const { current, subscribe } = useWorkspace().connection
  const state = useSyncExternalStore(subscribe, current)
  const words = {
    up: null,
    offline: t('You are offline. You can save changes once the connection is back.'),
    unavailable: t('The server is not available at the moment. You can save changes once it is back.'),
  }
  const text = words[state]
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-70 flex justify-center p-4 empty:hidden max-md:bottom-14"
    >
      {text && (
        <p
          data-connection-banner
          className="pointer-events-auto flex max-w-lg items-center gap-2.5 rounded-lg border bg-popover px-4 py-2.5 text-sm shadow-modal"
        >
          <CloudOff aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          {text}
        </p>
      )}
    </div>
  )
}
