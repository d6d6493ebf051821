import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { FileUp } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'

const foundLink = lazyComponent<typeof import('./found-link.tsx'), { kind: CatalogueKind }>(
  () => import('./found-link.tsx'),
  (code) => code.FoundLink,
)

/** The way to records out of a file; it rests for users who may not create one. */
export function ImportLink({ kind }: { kind: CatalogueKind }) {
  const { t } = useTranslation()
  const disabledReason = useRefusal()('create-record', null)
  const content = (
    <>
      <FileUp aria-hidden />
      {t('Import')}
    </>
  )
  if (disabledReason !== null)
    return (
      <Button variant="ghost" disabledReason={disabledReason}>
        {content}
      </Button>
    )
  return (
    <>
      <Suspense>
        <foundLink.Component kind={kind} />
      </Suspense>
      <Button variant="ghost" asChild>
        <Link to={`/import?kind=${kind}`}>{content}</Link>
      </Button>
    </>
  )
}
