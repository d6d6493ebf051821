import { WorkspaceError } from '@cairn/workspace/errors'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { FileMissing } from '@/lib/loading/lazy.ts'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import { MissingFile } from './missing-file.tsx'

/** Takes the place of a screen that threw while it was drawn, or whose file is missing. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const title = t('Something went wrong')
  return (
    <div className="mx-auto w-full max-w-2xl p-4">
      <PageTitle title={title} />
      {error instanceof FileMissing ? (
        <MissingFile title={title} />
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
