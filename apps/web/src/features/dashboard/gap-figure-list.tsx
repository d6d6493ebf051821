import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { GAPS, type Gap } from '@cairn/workspace/port/records/gap'
import type { GapFigures } from '@cairn/workspace/port/records/gaps'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { gapCount, gapLabel } from '@/catalogue/list/gap-words.ts'

const ROW =
  'grid gap-x-4 gap-y-1 py-2 text-sm first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]'
const FIGURE =
  'inline-flex min-h-7 items-center gap-1.5 rounded-md underline-offset-4 hover:underline max-md:min-h-10'

/** A figure for each gap and catalogue, which leads to the records. */
export function GapFigureList({ figures }: { figures: GapFigures }) {
  const { t } = useTranslation()
  const countOf = (gap: Gap, kind: CatalogueKind) => figures[kind]?.[gap] ?? 0
  const gaps = GAPS.filter((gap) => CATALOGUE_KINDS.some((kind) => countOf(gap, kind) > 0))
  const kinds = CATALOGUE_KINDS.filter((kind) => gaps.some((gap) => countOf(gap, kind) > 0))
  return (
    <dl className="flex flex-col divide-y">
      {gaps.map((gap) => (
        <div key={gap} className={ROW}>
          <dt className="py-1 text-muted-foreground">{gapLabel(gap, t)}</dt>
          <dd className="grid gap-x-4 gap-y-1 min-[23rem]:grid-cols-2 lg:grid-cols-4">
            {kinds.map((kind) =>
              countOf(gap, kind) > 0 ? (
                <Figure key={kind} gap={gap} kind={kind} count={countOf(gap, kind)} />
              ) : (
                // Keeps the figures of a catalogue below each other.
                <span key={kind} className="max-lg:hidden" />
              ),
            )}
          </dd>
        </div>
      ))}
      <ServiceAccountsRow count={figures.service_account?.no_owner ?? 0} />
    </dl>
  )
}

/** Service accounts whose owner left, which leads to where an admin gives them one. */
function ServiceAccountsRow({ count }: { count: number }) {
  const { t, i18n } = useTranslation()
  if (count === 0) return null
  return (
    <div className={ROW}>
      <dt className="py-1 text-muted-foreground">{gapLabel('no_owner', t)}</dt>
      <dd>
        <Link to="/settings?tab=tokens" className={FIGURE}>
          <KeyRound aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <span>{t('Service Accounts')}</span>
          <span className="font-medium tabular-nums">{gapCount(count, i18n.language)}</span>
        </Link>
      </dd>
    </div>
  )
}

function Figure({ gap, kind, count }: { gap: Gap; kind: CatalogueKind; count: number }) {
  const { t, i18n } = useTranslation()
  const Icon = KINDS[kind].icon
  return (
    <Link
      to={`${CATALOGUES[kind].path}${gap === 'no_owner' ? '?owner=none' : `?gap=${gap}`}`}
      className={FIGURE}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span>{t(CATALOGUES[kind].title)}</span>
      <span className="font-medium tabular-nums">{gapCount(count, i18n.language)}</span>
    </Link>
  )
}
