import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { FoundLink } from './found-link.tsx'

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
      <FoundLink kind={kind} />
      <Button variant="ghost" asChild>
        <Link to={`/import?kind=${kind}`}>{content}</Link>
      </Button>
    </>
  )
}
