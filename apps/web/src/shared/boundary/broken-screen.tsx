import { WorkspaceError } from '@cairn/workspace/errors'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { CodeMissing } from '@/lib/loading/lazy.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { missingCodeMessage } from './missing-code-message.ts'
import { useLoadAgain } from './use-load-again.ts'

interface BrokenScreenProps {
  error: unknown
  /** Draws again what threw. */
  onRetry: () => void
}

/** Replaces a screen that threw while it was drawn, or whose code is missing. It needs no separate code. */
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

function MissingPart({ title, part, onLoaded }: MissingPartProps) {
  const { t } = useTranslation()
  const isUpdated = useLoadAgain(part, onLoaded)
  return (
    <ErrorState
      title={title}
      message={missingCodeMessage(isUpdated, t)}
      onRetry={() => location.reload()}
      retryLabel={t('Reload')}
    />
  )
}
