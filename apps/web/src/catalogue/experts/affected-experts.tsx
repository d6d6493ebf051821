import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useExperts } from './use-experts.ts'

const NAMED = 5

/** Whom a deletion takes from among the experts of a record, in a sentence; nothing where it has none. */
export function AffectedExperts({ kind, id }: { kind: CatalogueKind; id: string }) {
  const { t } = useTranslation()
  const { experts } = useExperts(kind, id)
  if (experts.length === 0) return null
  const known = experts
    .slice(0, NAMED)
    .map(({ name }) => name || t('Unknown User'))
    .join(', ')
  const rest = experts.length - NAMED
  const names = rest > 0 ? t('{{names}} and {{count}} more', { names: known, count: rest }) : known
  return <p className="wrap-anywhere">{t('No longer listed as its experts: {{names}}', { names })}</p>
}
