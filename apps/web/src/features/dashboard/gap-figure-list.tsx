import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { GAPS, type Gap } from '@cairn/workspace/port/records/gap'
import type { GapFigures } from '@cairn/workspace/port/records/gaps'
import { type LucideIcon, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { gapCount, gapLabel } from '@/catalogue/list/gap-words.ts'

/** A figure for each gap and catalogue, which leads to the records; service accounts stand with what has no owner. */
export function GapFigureList({ figures }: { figures: GapFigures }) {
  const { t } = useTranslation()
  const countOf = (gap: Gap, kind: CatalogueKind) => figures[kind]?.[gap] ?? 0
  const accountsOf = (gap: Gap) => figures.service_account?.[gap] ?? 0
  const gaps = GAPS.filter(
    (gap) => accountsOf(gap) > 0 || CATALOGUE_KINDS.some((kind) => countOf(gap, kind) > 0),
  )
  const kinds = CATALOGUE_KINDS.filter((kind) => gaps.some((gap) => countOf(gap, kind) > 0))
  return (
    <dl className="flex flex-col divide-y">
      {gaps.map((gap) => (
        <div
          key={gap}
          className="grid gap-x-4 gap-y-1 py-2 text-sm first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]"
        >
          <dt className="py-1 text-muted-foreground">{gapLabel(gap, t)}</dt>
          <dd className="grid gap-x-4 gap-y-1 min-[23rem]:grid-cols-2 lg:grid-cols-4">
            {kinds.map((kind) =>
              countOf(gap, kind) > 0 ? (
                <Figure
                  key={kind}
                  to={`${CATALOGUES[kind].path}${gap === 'no_owner' ? '?owner=none' : `?gap=${gap}`}`}
                  icon={KINDS[kind].icon}
                  title={t(CATALOGUES[kind].title)}
                  count={countOf(gap, kind)}
                />
              ) : (
                // Keeps the figures of a catalogue below each other.
                <span key={kind} className="max-lg:hidden" />
              ),
            )}
            {accountsOf(gap) > 0 && (
              <Figure
                to="/settings/api"
                icon={Settings}
                title={t('Service Accounts')}
                count={accountsOf(gap)}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FigureProps {
  to: string
  icon: LucideIcon
  title: string
  count: number
}

function Figure({ to, icon: Icon, title, count }: FigureProps) {
  const { i18n } = useTranslation()
  return (
    <Link
      to={to}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-md underline-offset-4 hover:underline max-md:min-h-10"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span>{title}</span>
      <span className="font-medium tabular-nums">{gapCount(count, i18n.language)}</span>
    </Link>
  )
}
