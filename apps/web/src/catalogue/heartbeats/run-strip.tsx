import type { RunMark, RunOutcome } from '@cairn/workspace/port/records/heartbeats'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { ReadMark, ReadPicture } from '@/ui/display/read-picture.tsx'
import { OUTCOME_LOOKS, runWords } from './run-outcomes.ts'

/** How many runs it has room for. */
const ROOM = 30
const HEIGHT = 18
/** Between two marks. */
const GAP = 1
/** How wide a mark is. */
const WIDTH = 4
const STEP = WIDTH + GAP

interface RunStripProps {
  /** The oldest first. */
  runs: readonly RunMark[]
  /** Whose runs they are, for a screen reader. */
  name: string
}

/** The last runs, a mark each, the newest at the right: its shape tells what came of one, not its color alone. */
export function RunStrip({ runs, name }: RunStripProps) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  if (runs.length === 0) return null
  const shown = runs.slice(-ROOM)
  return (
    <ReadPicture
      name={t('Last runs of {{name}}', { name })}
      said={shown.map((run) => runWords(run, nowMs, i18n.language, t))}
      className="w-fit"
    >
      {(read) => (
        <svg aria-hidden width={shown.length * STEP} height={HEIGHT} className="block">
          <ReadMark read={read} step={STEP} height={HEIGHT} />
          {shown.map(({ number, outcome }, index) => (
            <g
              key={number}
              transform={`translate(${index * STEP} 0)`}
              className={cn(OUTCOME_LOOKS[outcome].className, 'forced-colors:text-[CanvasText]')}
            >
              {MARKS[outcome]}
            </g>
          ))}
        </svg>
      )}
    </ReadPicture>
  )
}

/** A bar; an exclamation mark; an empty bar; a stump; a dot. */
const MARKS: Readonly<Record<RunOutcome, ReactNode>> = {
  success: <rect y={4} width={WIDTH} height={10} rx={0.5} className="fill-current" />,
  failure: (
    <>
      <rect width={WIDTH} height={9.5} rx={0.5} className="fill-current" />
      <rect y={11} width={WIDTH} height={3} rx={0.5} className="fill-current" />
    </>
  ),
  running: <rect x={0.5} y={4.5} width={WIDTH - 1} height={9} fill="none" className="stroke-current" />,
  unfinished: <rect y={9} width={WIDTH} height={5} rx={0.5} className="fill-current" />,
  log: <circle cx={WIDTH / 2} cy={12.5} r={WIDTH / 2} className="fill-current" />,
}
