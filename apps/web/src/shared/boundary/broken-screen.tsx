import { WorkspaceError } from '@cairn/workspace/errors'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { CodeMissing } from '@/lib/loading/lazy.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { missingCodeMessage, serverAnswers } from './missing-code-message.ts'

const RETRY_MS = 4_000

interface BrokenScreenProps {
  error: unknown
  /** Draws again what threw. */
  onRetry: () => void
}

/** Takes the place of a screen that threw while it was drawn, or whose code is missing. Needs no code of its own. */
export function BrokenScreen({ error, onRetry }: BrokenScreenProps) {
  const { t } = useTranslation()
  const title = t('Something went wrong')
  return (
    <div className="mx-auto w-full max-w-2xl p-4">
      <PageTitle title={title} />
      {error instanceof CodeMissing ? (
        <MissingPart title={title} part={error} onLoaded={onRetry} />
      ) : (
        <ErrorState
          title={title}
          message={
            error instanceof WorkspaceError
              ? errorMessage(error, t)
              : t('This screen could not be shown. Reloading the page usually helps.')
          }
          requestId={error instanceof WorkspaceError ? error.requestId : null}
          onRetry={() => location.reload()}
        />
      )}
    </div>
  )
}

interface MissingPartProps {
  title: string
  part: CodeMissing
  onLoaded: () => void
}

/** Tries again by itself while the server cannot be reached. A server that answers has the file no more. */
function MissingPart({ title, part, onLoaded }: MissingPartProps) {
  const { t } = useTranslation()
  const [isUpdated, setUpdated] = useState(false)
  const retry = useEffectEvent(() => {
    part.load().then(onLoaded, async () => {
      // It may have come back between the two: only a file that is missing now is gone.
      if (await serverAnswers()) part.load().then(onLoaded, () => setUpdated(true))
    })
  })
  useEffect(() => {
    if (isUpdated) return
    retry()
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isUpdated])
  return (
    <ErrorState
      title={title}
      message={missingCodeMessage(isUpdated, t)}
      onRetry={() => location.reload()}
      retryLabel={t('Reload')}
    />
  )
}
