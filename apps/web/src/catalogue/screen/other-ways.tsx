import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'

/** Of these there are common products to pick. */
const PICKED: readonly CatalogueKind[] = ['system', 'agent']

/** How an empty catalogue is filled, beside the form: out of a file, or out of a list of common products. */
export function OtherWays({ kind }: { kind: CatalogueKind }) {
  const { t } = useTranslation()
  if (useRefusal()('create-record', null) !== null) return null
  return (
    <>
      <Button asChild variant="outline">
        <Link to={`/import?kind=${kind}`}>{t('Import')}</Link>
      </Button>
      {PICKED.includes(kind) && (
        <Button asChild variant="outline">
          <Link to={`/welcome?step=products&kind=${kind}`}>{t('Pick common ones')}</Link>
        </Button>
      )}
    </>
  )
}
