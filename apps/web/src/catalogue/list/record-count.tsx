import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'

interface RecordCountProps {
  kind: CatalogueKind
  /** The element that shows it; null before it is there. */
  place: HTMLElement | null
  /** The number of records that match; null until it is known, and where nothing is filtered. */
  shown: number | null
  /** The number of all records; null until it is known. */
  total: number | null
}

/** The number of records of a list, beside its title: of those that match and of all, where it is filtered. */
export function RecordCount({ kind, place, shown, total }: RecordCountProps) {
  const { t, i18n } = useTranslation()
  if (place === null || total === null) return null
  return createPortal(
    <p role="status" className="text-muted-foreground text-sm tabular-nums">
      {shown === null ? (
        <>
          {/* Beside a long title a phone has no room for the word, and it would come in a line of its own. */}
          <span aria-hidden className="md:hidden">
            {formatNumber(total, i18n.language)}
          </span>
          <span className="max-md:sr-only">{totalOf(kind, total, t)}</span>
        </>
      ) : (
        t('{{shown}} of {{total}}', { shown, total })
      )}
    </p>,
    place,
  )
}

/** Counts the records of a catalogue: '1,206 systems'. */
function totalOf(kind: CatalogueKind, total: number, t: TFunction): string {
  switch (kind) {
    case 'system':
      return t('{{total}} systems', { count: total, total, defaultValue_one: '{{total}} system' })
    case 'automation':
      return t('{{total}} automations', { count: total, total, defaultValue_one: '{{total}} automation' })
    case 'agent':
      return t('{{total}} agents', { count: total, total, defaultValue_one: '{{total}} agent' })
    case 'solution':
      return t('{{total}} solutions', { count: total, total, defaultValue_one: '{{total}} solution' })
    default:
      return t('{{total}} records', { count: total, total, defaultValue_one: '{{total}} record' })
  }
}
