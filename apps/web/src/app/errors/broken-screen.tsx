import { useTranslation } from 'react-i18next'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageTitle } from '@/ui/page-header.tsx'
import { WorkspaceError } from '@/workspace/errors.ts'

/** Takes the place of a screen that threw while it was drawn. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const title = t('Something went wrong')
  return (
    <div className="mx-auto w-full max-w-2xl p-4">
      <PageTitle title={title} />
      <ErrorState
        title={title}
        message={
          error instanceof WorkspaceError
            ? error.message
            : t('This screen could not be shown. Loading the page anew usually helps.')
        }
        requestId={error instanceof WorkspaceError ? error.requestId : null}
        onRetry={() => location.reload()}
      />
    </div>
  )
}
