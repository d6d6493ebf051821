import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '@/lib/text/dates.ts'
import { formatDuration } from '@/lib/text/durations.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { runQueries } from '@/queries/runs.ts'
import { ReadMark, ReadPicture } from '@/ui/display/read-picture.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { CHART_DAYS, type ChartDay, chartDays } from './run-days.ts'
import { RunDaysTable } from './run-days-table.tsx'

const STEP = 6
const WIDTH = CHART_DAYS * STEP
const BAR = 4
/** Durations stand above the line, outcomes under it. */
const LINE = 64
const HEIGHT = 88

/** How long runs took and how they ended, a bar a day; the table under it has the same. */
export function RunChart({ heartbeatId }: { heartbeatId: string }) {
  const { t, i18n } = useTranslation()
  const [nowMs] = useState(() => Date.now())
  const { data } = useQuery(runQueries.days(useWorkspace(), heartbeatId))
  if (data === undefined) return <Skeleton className="h-22 w-full" />
  if (data.length === 0) return null
  const days = chartDays(data, nowMs)
  const highest = Math.max(...days.map(({ longest }) => longest ?? 0))
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap justify-between gap-x-4 text-muted-foreground text-xs">
        <span>{t('Average and longest duration, and failures, by day')}</span>
        {highest > 0 && (
          <span>{t('Longest: {{duration}}', { duration: formatDuration(highest, i18n.language) })}</span>
        )}
      </figcaption>
      <ReadPicture name={t('Runs of 90 days')} said={days.map((day) => dayWords(day, i18n.language, t))}>
        {(read) => (
          <svg
            aria-hidden
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-22 w-full forced-colors:text-[CanvasText]"
          >
            <ReadMark read={read} step={STEP} height={HEIGHT} />
            <line x2={WIDTH} y1={LINE} y2={LINE} className="stroke-border" />
            {days.map((day, index) => (
              <DayBar key={day.day} day={day} x={index * STEP + (STEP - BAR) / 2} highest={highest} />
            ))}
          </svg>
        )}
      </ReadPicture>
      <RunDaysTable days={days} />
    </figure>
  )
}

/** The average as a bar with the longest as a line above it; under them a low mark for a good day, a long one for failures. */
function DayBar({
  day: { runs, failures, average, longest },
  x,
  highest,
}: {
  day: ChartDay
  x: number
  highest: number
}) {
  const y = (seconds: number) => LINE - (seconds / highest) * (LINE - 4)
  return (
    <>
      {average !== null && longest !== null && highest > 0 && (
        <g className="text-primary forced-colors:text-[CanvasText]">
          <rect
            x={x}
            y={y(average)}
            width={BAR}
            height={LINE - y(average)}
            className="fill-current opacity-60"
          />
          <rect x={x} y={y(longest)} width={BAR} height={1.5} className="fill-current" />
        </g>
      )}
      {runs > 0 && failures === 0 && (
        <rect
          x={x}
          y={LINE + 5}
          width={BAR}
          height={3}
          className="fill-success-foreground forced-colors:fill-[CanvasText]"
        />
      )}
      {failures > 0 && (
        <rect
          x={x}
          y={LINE + 5}
          width={BAR}
          height={18}
          className="fill-destructive-foreground forced-colors:fill-[CanvasText]"
        />
      )}
    </>
  )
}

/** A day in a line. */
function dayWords(
  { day, runs, failures, average, longest }: ChartDay,
  language: string,
  t: TFunction,
): string {
  const date = formatDay(day, language)
  if (runs === 0) return t('{{date}}: no runs', { date })
  const said = [
    t('{{date}}: {{count}} runs', { date, count: runs, defaultValue_one: '{{date}}: {{count}} run' }),
    t('{{count}} failed', { count: failures }),
  ]
  if (average !== null && longest !== null)
    said.push(
      t('{{average}} on average, {{longest}} at most', {
        average: formatDuration(average, language),
        longest: formatDuration(longest, language),
      }),
    )
  return said.join(', ')
}
