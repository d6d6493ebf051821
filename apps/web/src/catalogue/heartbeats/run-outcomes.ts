import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { RunMark, RunOutcome } from '@cairn/workspace/port/records/heartbeats'
import type { TFunction } from 'i18next'
import { CircleCheck, CircleDashed, CirclePlay, CircleX, type LucideIcon, StickyNote } from 'lucide-react'
import { formatAgo } from '@/lib/text/dates.ts'
import { formatDuration } from '@/lib/text/durations.ts'

interface OutcomeLook {
  label: Phrase
  icon: LucideIcon
  /** The color of icon and bar, which say the same by their shape. */
  className: string
}

/** Word, icon and color of each outcome. */
export const OUTCOME_LOOKS: Readonly<Record<RunOutcome, OutcomeLook>> = {
  success: { label: phrase('Success'), icon: CircleCheck, className: 'text-success' },
  failure: { label: phrase('Failure'), icon: CircleX, className: 'text-destructive' },
  running: { label: phrase('Running'), icon: CirclePlay, className: 'text-link' },
  unfinished: { label: phrase('Unfinished'), icon: CircleDashed, className: 'text-warning-foreground' },
  log: { label: phrase('Note'), icon: StickyNote, className: 'text-muted-foreground' },
}

/** A run in a line: 'Run 12: Success, 3 minutes ago, took 4 sec'. */
export function runWords(
  { number, outcome, at, seconds }: RunMark,
  nowMs: number,
  language: string,
  t: TFunction,
): string {
  const said = {
    number,
    outcome: t(OUTCOME_LOOKS[outcome].label),
    ago: formatAgo(at, nowMs, language) ?? t('Just now'),
  }
  if (seconds === null) return t('Run {{number}}: {{outcome}}, {{ago}}', said)
  return t('Run {{number}}: {{outcome}}, {{ago}}, took {{duration}}', {
    ...said,
    duration: formatDuration(seconds, language),
  })
}
