import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'

const WIDTH = 72
const HEIGHT = 24
/** Room for the line at its highest. */
const EDGE = 2

/** How many records a catalogue had week by week, and has now. */
export function CountTrend({ weeks, now }: { weeks: readonly number[]; now: number }) {
  const { t, i18n } = useTranslation()
  const points = [...weeks, now]
  const least = Math.min(...points)
  const range = Math.max(1, Math.max(...points) - least)
  const x = (index: number) => EDGE + (index / (points.length - 1)) * (WIDTH - 2 * EDGE)
  const y = (records: number) => HEIGHT - EDGE - ((records - least) / range) * (HEIGHT - 2 * EDGE)
  const label = t('Registered: {{before}} {{weeks}} weeks ago, {{now}} now', {
    before: formatNumber(weeks[0] ?? 0, i18n.language),
    now: formatNumber(now, i18n.language),
    weeks: weeks.length,
  })
  // The line may count other records than the figure beside it, which the title says on hover.
  return (
    <span title={label} className="shrink-0 max-sm:hidden">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        className="text-primary forced-colors:text-[CanvasText]"
      >
        <polyline
          points={points.map((records, index) => `${x(index).toFixed(1)},${y(records).toFixed(1)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
    </span>
  )
}
