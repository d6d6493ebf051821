import { type PointerEvent, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { floatingStyle } from '@/ui/floating/floating.ts'
import type { Trend } from './coverage-trend.ts'

const WIDTH = 160
const HEIGHT = 28
/** Room for the dot at the end. */
const EDGE = 3

/** A point in words. */
export interface SaidPoint {
  date: string
  percent: string
}

interface SparklineProps {
  points: Trend['line']
  /** How much of a share is as high as the picture: so many points are as high in every line, whatever it starts from. */
  range: number
  name: string
  said: readonly SaidPoint[]
}

/**
 * A share by week. The pointer and the arrow keys go from week to week and read what it was; a table has the same.
 * Above the picture lies a slider, which nobody sees.
 */
export function Sparkline({ points, range, name, said }: SparklineProps) {
  const newest = points.length - 1
  const [shown, setShown] = useState<number | null>(null)
  const [chosen, choose] = useState(newest)
  const shares = points.map(({ share }) => share)
  const middle = (Math.max(...shares) + Math.min(...shares)) / 2
  const bottom = Math.min(Math.max(0, middle - range / 2), 1 - range)
  const x = (at: number) => EDGE + at * (WIDTH - 2 * EDGE)
  const y = (share: number) => HEIGHT - EDGE - ((share - bottom) / range) * (HEIGHT - 2 * EDGE)
  const dot = points[shown ?? newest]
  const value = Math.min(chosen, newest)
  const words = said[value]
  const pointTo = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = (((clientX - left) / width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE)
    setShown(nearest(points, at))
  }
  return (
    <span className="relative block shrink-0 rounded-md focus-within:outline-2 focus-within:outline-ring">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        className="block text-primary forced-colors:text-[CanvasText]"
      >
        <polyline
          points={points.map(({ at, share }) => `${x(at).toFixed(1)},${y(share).toFixed(1)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {dot && <circle cx={x(dot.at)} cy={y(dot.share)} r={2.5} fill="currentColor" />}
      </svg>
      <input
        type="range"
        aria-label={name}
        aria-valuetext={words && `${words.date}: ${words.percent}`}
        min={0}
        max={newest}
        value={value}
        onChange={({ target }) => {
          choose(target.valueAsNumber)
          setShown(target.valueAsNumber)
        }}
        onFocus={() => setShown(value)}
        onBlur={() => setShown(null)}
        onPointerMove={pointTo}
        onPointerLeave={() => setShown(null)}
        className="absolute inset-0 size-full cursor-default opacity-0"
      />
      {shown !== null && <Tooltip {...said[shown]} />}
    </span>
  )
}

function Tooltip({ date, percent }: Partial<SaidPoint>) {
  return (
    <span
      aria-hidden
      className={cn(
        floatingStyle,
        'pointer-events-none absolute end-0 bottom-full mb-1 w-max px-2 py-1 text-foreground text-xs tabular-nums',
      )}
    >
      <span className="font-medium">{percent}</span> · {date}
    </span>
  )
}

/** Which of the points is the nearest in time. */
function nearest(points: Trend['line'], at: number): number {
  const away = points.map((point) => Math.abs(point.at - at))
  return away.indexOf(Math.min(...away))
}
