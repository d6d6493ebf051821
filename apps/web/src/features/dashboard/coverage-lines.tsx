import type { CoverageHistory } from '@cairn/workspace/port/records/gaps'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/text/dates.ts'
import { formatPercent } from '@/lib/text/percent.ts'
import { coverageTrend, type Part, type Trend, wholePercent } from './coverage-trend.ts'
import { coverageTable, sparkline } from './later.ts'
import { Later } from './later-part.tsx'
import type { SaidPoint } from './sparkline.tsx'

/** The shares of the records that have an owner and a backup person, and their history. */
export function CoverageLines({ history, nowMs }: { history: CoverageHistory; nowMs: number }) {
  const { t, i18n } = useTranslation()
  const owner = coverageTrend(history, 'withOwner', nowMs)
  const second = coverageTrend(history, 'withSecond', nowMs)
  if (owner === null || second === null) return null
  const [first] = history.weeks
  const range = Math.max(MIN_RANGE, rangeOf(owner), rangeOf(second))
  const points = [...history.weeks, { ...history.now, at: new Date(nowMs) }]
  const said = (part: Part) =>
    points.map((point) => ({
      date: formatDate(point.at, i18n.language),
      percent: formatPercent(wholePercent(point, part), i18n.language),
    }))
  return (
    <div className="mt-3 border-t pt-3 text-sm">
      <ul aria-label={t('Coverage')} className="grid grid-cols-1 gap-x-10 gap-y-2 xl:grid-cols-2">
        <Line
          trend={owner}
          range={range}
          name={t('With an owner')}
          said={said('withOwner')}
          text={t('{{percent}} have an owner', { percent: formatPercent(owner.percent, i18n.language) })}
        />
        <Line
          trend={second}
          range={range}
          name={t('Known to a second person')}
          said={said('withSecond')}
          text={t('{{percent}} are known to a second person', {
            percent: formatPercent(second.percent, i18n.language),
          })}
        />
      </ul>
      {owner.change && first ? (
        <Later room={<p className="mt-2 text-xs max-md:py-2.5">&nbsp;</p>}>
          <coverageTable.Component
            title={t('Week by week since {{date}}', { date: formatDate(first.at, i18n.language) })}
            owner={said('withOwner')}
            second={said('withSecond')}
          />
        </Later>
      ) : (
        <p className="mt-2 text-muted-foreground text-xs">{t('The trend appears here after two weeks.')}</p>
      )}
    </div>
  )
}

interface LineProps {
  trend: Trend
  range: number
  text: string
  /** The label of the line, and the texts of its points. */
  name: string
  said: readonly SaidPoint[]
}

function Line({ trend, range, text, name, said }: LineProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0">
        <span className="font-medium">{text}</span>
        {trend.change && <span className="text-muted-foreground"> · {changeWords(trend.change, t)}</span>}
      </span>
      {trend.change && (
        <Later room={<span className="block h-7 w-40 shrink-0" />}>
          <sparkline.Component points={trend.line} range={range} name={name} said={said} />
        </Later>
      )}
    </li>
  )
}

function changeWords({ points, weeks }: NonNullable<Trend['change']>, t: TFunction): string {
  const count = Math.abs(points)
  if (points > 0)
    return t('up {{count}} points in {{weeks}} weeks', {
      count,
      weeks,
      defaultValue_one: 'up {{count}} point in {{weeks}} weeks',
    })
  if (points < 0)
    return t('down {{count}} points in {{weeks}} weeks', {
      count,
      weeks,
      defaultValue_one: 'down {{count}} point in {{weeks}} weeks',
    })
  return t('same as {{weeks}} weeks ago', { weeks })
}

/** The smallest range of the drawing: a change by one record of hundreds must not look like a mountain. */
const MIN_RANGE = 0.3

function rangeOf({ line }: Trend): number {
  const shares = line.map(({ share }) => share)
  return Math.max(0, ...shares) - Math.min(1, ...shares)
}
