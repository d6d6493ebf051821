import type { AuditDay } from '@cairn/workspace/port/audit'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { floatingStyle } from '@/ui/floating/floating.ts'
import { chartScale } from './chart-scale.ts'
import { dayLabel } from './day-label.ts'

/** The last day is named below the chart, and every so many before it; on a phone half of them. */
const NAMED_DAYS = 5
/** How much of its day a bar fills. */
const BAR_WIDTH = 0.8

const percent = (share: number) => `${share * 100}%`

/**
 * Events by day, the failed sign-ins among them in another colour. A picture: the same figures stand in a table for
 * screen readers, so that the keyboard passes it by.
 */
export function ActivityChart({ days }: { days: readonly AuditDay[] }) {
  const { i18n } = useTranslation()
  const [pointed, setPointed] = useState<number | null>(null)
  const ticks = chartScale(Math.max(0, ...days.map(({ events }) => events)))
  const top = ticks.at(-1) ?? 1
  const day = pointed === null ? undefined : days[pointed]
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))))
  }
  return (
    <div
      aria-hidden
      className="@container flex h-44 w-full flex-col gap-2 text-muted-foreground text-xs tabular-nums"
    >
      <div className="grid min-h-0 flex-1 grid-cols-[auto_1fr] grid-rows-[1fr_1.25rem] gap-x-2 pt-2 pr-5">
        <ol className="flex flex-col-reverse justify-between text-right">
          {ticks.map((tick) => (
            <li key={tick} className="-my-2 leading-4">
              {formatNumber(tick, i18n.language)}
            </li>
          ))}
        </ol>
        <div
          className="relative min-w-0"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Bars days={days} ticks={ticks} top={top} pointed={pointed} />
          {day && <Tooltip day={day} at={((pointed ?? 0) + 0.5) / days.length} />}
        </div>
        <DayAxis days={days} />
      </div>
      <Legend />
    </div>
  )
}

interface BarsProps {
  days: readonly AuditDay[]
  ticks: readonly number[]
  top: number
  pointed: number | null
}

/** Drawn a unit wide for each day and for each event high, and stretched to the room that there is. */
function Bars({ days, ticks, top, pointed }: BarsProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${days.length} ${top}`}
      preserveAspectRatio="none"
      className="absolute size-full"
    >
      {pointed !== null && <rect x={pointed} width={1} height={top} className="fill-muted" />}
      {ticks.map((tick) => (
        <line
          key={tick}
          x2={days.length}
          y1={top - tick}
          y2={top - tick}
          vectorEffect="non-scaling-stroke"
          className="stroke-border"
        />
      ))}
      {days.map(({ day, events, failedSignIns }, index) => {
        const bar = { x: index + (1 - BAR_WIDTH) / 2, width: BAR_WIDTH }
        return (
          <g key={day}>
            <rect {...bar} y={top - events} height={failedSignIns} className="fill-caution" />
            <rect
              {...bar}
              y={top - events + failedSignIns}
              height={events - failedSignIns}
              className="fill-primary"
            />
          </g>
        )
      })}
    </svg>
  )
}

function DayAxis({ days }: { days: readonly AuditDay[] }) {
  const { i18n } = useTranslation()
  return (
    <ol className="relative col-start-2">
      {days.map(({ day: name }, index) => {
        const daysAgo = days.length - 1 - index
        return (
          daysAgo % NAMED_DAYS === 0 && (
            <li
              key={name}
              className={cn(
                'absolute top-1 -translate-x-1/2 whitespace-nowrap leading-4',
                daysAgo % (2 * NAMED_DAYS) !== 0 && '@max-[24rem]:hidden',
              )}
              style={{ left: percent((index + 0.5) / days.length) }}
            >
              {dayLabel(name, i18n.language)}
            </li>
          )
        )
      })}
    </ol>
  )
}

/** The figures of the day under the pointer, on the side that has room. */
function Tooltip({ day: { day, events, failedSignIns }, at }: { day: AuditDay; at: number }) {
  const { t, i18n } = useTranslation()
  const isLate = at > 0.5
  return (
    <div
      className={cn(
        floatingStyle,
        'pointer-events-none absolute top-2 mx-3 w-max max-w-60 px-3 py-2 text-foreground',
      )}
      style={isLate ? { right: percent(1 - at) } : { left: percent(at) }}
    >
      <p className="font-medium">{dayLabel(day, i18n.language)}</p>
      <p>
        {t('Other events')}: {formatNumber(events - failedSignIns, i18n.language)}
      </p>
      <p>
        {t('Failed sign-ins')}: {formatNumber(failedSignIns, i18n.language)}
      </p>
    </div>
  )
}

function Legend() {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1">
      <li className="flex items-center gap-1.5">
        <span className="size-2 rounded-full bg-primary" />
        {t('Other events')}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="size-2 rounded-full bg-caution" />
        {t('Failed sign-ins')}
      </li>
    </ul>
  )
}
