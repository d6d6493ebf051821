import type { InboxLine } from '@cairn/workspace/port/inbox'
import {
  ArrowRightLeft,
  CalendarClock,
  HeartPulse,
  Lightbulb,
  type LucideIcon,
  PackageSearch,
  PhoneIncoming,
  UserPlus,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AdmissionButtons } from '@/shared/joining/admission-buttons.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { HandoverAnswers } from '../handover-answers.tsx'
import { HandoverActions } from './handover-actions.tsx'
import { inboxNote, inboxSentence, inboxTarget } from './inbox-words.ts'
import { SuggestedChange, SuggestionButtons } from './suggestion.tsx'

const ICONS: Record<InboxLine['reason'], LucideIcon> = {
  handover: ArrowRightLeft,
  newcomer: UserPlus,
  suggestion: Lightbulb,
  late: HeartPulse,
  renewal: CalendarClock,
  found: PackageSearch,
  caller: PhoneIncoming,
}

interface InboxRowProps {
  line: InboxLine
  nowMs: number
}

/** A line of the inbox, with its answers at the end. */
export function InboxRow({ line, nowMs }: InboxRowProps) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const answersId = useId()
  const sentenceId = useId()
  const Icon = ICONS[line.reason]
  const note = inboxNote(line, t, i18n.language, nowMs)
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 has-[a]:hover:bg-muted">
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-48 py-1">
        <Sentence id={sentenceId} line={line} />
        {(note !== null || line.reason === 'suggestion') && (
          <p className="wrap-anywhere text-muted-foreground text-xs">
            {note}
            {line.reason === 'suggestion' && (
              <SuggestedChange record={line.record} suggestion={line.suggestion} hasClient={note !== null} />
            )}
          </p>
        )}
      </div>
      {line.since && (
        <Ago date={line.since} nowMs={nowMs} className="shrink-0 text-muted-foreground text-xs" />
      )}
      <Answers>
        {line.reason === 'handover' && (
          <HandoverActions
            line={line}
            isOpen={isOpen}
            answersId={answersId}
            onToggle={() => setOpen((open) => !open)}
          />
        )}
        {line.reason === 'newcomer' && <AdmissionButtons newcomer={line} />}
        {line.reason === 'suggestion' && (
          <SuggestionButtons suggestion={line.suggestion} describedBy={sentenceId} />
        )}
      </Answers>
      {line.reason === 'handover' && isOpen && (
        <div id={answersId} className="relative basis-full pb-2">
          <HandoverAnswers
            act={line.act}
            label={t('Handed over by {{giver}}', { giver: line.giver })}
            onAnswered={() => undefined}
          />
        </div>
      )}
    </li>
  )
}

/** Above the link that fills the row. */
function Answers({ children }: { children: ReactNode }) {
  return <div className="relative flex shrink-0 gap-2 empty:hidden">{children}</div>
}

function Sentence({ id, line }: { id: string; line: InboxLine }) {
  const { t, i18n } = useTranslation()
  const sentence = inboxSentence(line, t, i18n.language)
  const target = inboxTarget(line)
  const styles = 'wrap-anywhere block text-sm font-medium outline-offset-2'
  if (target === null)
    return (
      <span id={id} className={styles}>
        {sentence}
      </span>
    )
  return (
    <Link id={id} to={target} className={`${styles} after:absolute after:inset-0`}>
      {sentence}
    </Link>
  )
}
