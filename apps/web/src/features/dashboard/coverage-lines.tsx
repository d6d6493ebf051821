import type { CoverageHistory } from '@cairn/workspace/port/records/gaps'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/text/dates.ts'
import { formatPercent } from '@/lib/text/percent.ts'
import { coverageTrend, type Trend } from './coverage-trend.ts'

/** Which share of the records has an owner and a second person, and how that came. */
export function CoverageLines({ history, nowMs }: { history: CoverageHistory; nowMs: number }) {
  const { t, i18n } = useTranslation()
  const owner = coverageTrend(history, 'withOwner', nowMs)
  const second = coverageTrend(history, 'withSecond', nowMs)
  if (owner === null || second === null) return null
  const [first] = history.weeks
  const range = Math.max(MIN_RANGE, rangeOf(owner), rangeOf(second))
  return (
    <div className="mt-3 border-t pt-3 text-sm">
      <ul aria-label={t('Coverage')} className="flex flex-col gap-2">
        <Line
          trend={owner}
          range={range}
          text={t('{{percent}} have an owner', { percent: formatPercent(owner.percent, i18n.language) })}
        />
        <Line
          trend={second}
          range={range}
          text={t('{{percent}} are known to a second person', {
            percent: formatPercent(second.percent, i18n.language),
          })}
        />
      </ul>
      <p className="mt-2 text-muted-foreground text-xs">
        {owner.change && first
          ? t('Week by week since {{date}}', { date: formatDate(first.at, i18n.language) })
          : t('After two weeks, how this changes is shown here.')}
      </p>
    </div>
  )
}

function Line({ trend, range, text }: { trend: Trend; range: number; text: string }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0">
        <span className="font-medium">{text}</span>
        {trend.change && <span className="text-muted-foreground"> · {changeWords(trend.change, t)}</span>}
      </span>
      {trend.change && <Sparkline points={trend.line} range={range} />}
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
  return t('as {{weeks}} weeks ago', { weeks })
}

const WIDTH = 128
const HEIGHT = 28
/** Room for the dot at the end. */
const EDGE = 3
/** A difference of less is drawn flatter: one record of hundreds is no mountain. */
const MIN_RANGE = 0.3

function rangeOf({ line }: Trend): number {
  const shares = line.map(({ share }) => share)
  return Math.max(0, ...shares) - Math.min(1, ...shares)
}

/** The words beside it say what it means. As many points are as high in both lines, whatever they start from. */
function Sparkline({ points, range }: { points: Trend['line']; range: number }) {
  const shares = points.map(({ share }) => share)
  const middle = (Math.max(...shares) + Math.min(...shares)) / 2
  const bottom = Math.min(Math.max(0, middle - range / 2), 1 - range)
  const x = (at: number) => EDGE + at * (WIDTH - 2 * EDGE)
  const y = (share: number) => HEIGHT - EDGE - ((share - bottom) / range) * (HEIGHT - 2 * EDGE)
  const last = points.at(-1)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="shrink-0 text-primary forced-colors:text-[CanvasText]"
    >
      <polyline
        points={points.map(({ at, share }) => `${x(at).toFixed(1)},${y(share).toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={x(last.at)} cy={y(last.share)} r={2.5} fill="currentColor" />}
    </svg>
  )
}
