import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartMissing } from '@/lib/loadable.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageTitle } from '@/ui/page-header.tsx'
import { WorkspaceError } from '@/workspace/errors.ts'
import { told } from '@/workspace/told.ts'
import { missingWords, serverAnswers } from './missing-words.ts'

const LOOK_AGAIN_MS = 4_000

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
      {error instanceof PartMissing ? (
        <MissingPart title={title} part={error} onLoaded={onRetry} />
      ) : (
        <ErrorState
          title={title}
          message={
            error instanceof WorkspaceError
              ? told(error, t)
              : t('This screen could not be shown. Loading the page anew usually helps.')
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
  part: PartMissing
  onLoaded: () => void
}

/** Tries again by itself while the server cannot be reached. A server that answers has the file no more. */
function MissingPart({ title, part, onLoaded }: MissingPartProps) {
  const { t } = useTranslation()
  const [isUpdated, setUpdated] = useState(false)
  const look = useEffectEvent(() => {
    part.load().then(onLoaded, async () => setUpdated(await serverAnswers()))
  })
  useEffect(() => {
    if (isUpdated) return
    look()
    const timer = setInterval(look, LOOK_AGAIN_MS)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [isUpdated])
  return (
    <ErrorState
      title={title}
      message={missingWords(isUpdated, t)}
      onRetry={() => location.reload()}
      retryLabel={t('Reload')}
    />
  )
}
