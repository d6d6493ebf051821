import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { useWaiting } from '../list/use-waiting.ts'

/** Of these there are common products to pick. */
const PICKED: readonly CatalogueKind[] = ['system', 'agent']

/** How an empty catalogue is filled, beside the form: out of a file, of common products, or of what was found. */
export function OtherWays({ kind }: { kind: CatalogueKind }) {
  const { t, i18n } = useTranslation()
  const waiting = useWaiting(kind)
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
      {waiting > 0 && (
        <Button asChild variant="outline">
          <Link to={`/discovery?kind=${kind}`}>
            {t('Discovery')} {formatNumber(waiting, i18n.language)}
          </Link>
        </Button>
      )}
    </>
  )
}
