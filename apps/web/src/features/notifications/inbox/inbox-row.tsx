import type { InboxLine } from '@cairn/workspace/port/inbox'
import { memo, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewalOf, renewalWords } from '@/catalogue/fields/renewal.ts'
import { INBOX_ICONS } from '@/catalogue/inbox/inbox-icons.ts'
import { InboxSentence } from '@/catalogue/inbox/inbox-sentence.tsx'
import { inboxNote } from '@/catalogue/inbox/inbox-words.ts'
import type { Quiet } from '@/catalogue/inbox/use-quiet.ts'
import { AdmissionButtons } from '@/shared/joining/admission-buttons.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { HandoverAnswers } from '../handover-answers.tsx'
import { HandoverActions } from './handover-actions.tsx'
import { pressLineKey } from './inbox-keys.ts'
import { QuietMenu, type QuietMenuPart } from './quiet-menu.tsx'
import { SuggestedChange, SuggestionButtons } from './suggestion.tsx'

interface InboxRowProps {
  line: InboxLine
  nowMs: number
  quiet: Quiet
}

/** A line of the inbox, with its answers at the end. Of a thousand lines only those that changed are drawn again. */
export const InboxRow = memo(
  Row,
  (before, after) =>
    before.nowMs === after.nowMs &&
    before.quiet === after.quiet &&
    // The lines come anew with each answer.
    JSON.stringify(before.line) === JSON.stringify(after.line),
)

function Row({ line, nowMs, quiet }: InboxRowProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const answersId = useId()
  const sentenceId = useId()
  const [menu, setMenu] = useState<QuietMenuPart | null>(null)
  const Icon = INBOX_ICONS[line.reason]
  const note = inboxNote(line)
  return (
    <li
      onKeyDown={(event) => pressLineKey(event, setMenu)}
      // Lines out of sight are laid out once they come near.
      className="relative flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 [contain-intrinsic-block-size:auto_2.75rem] [content-visibility:auto] has-[a]:hover:bg-muted"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-24 items-baseline md:basis-40 gap-x-3 py-1 md:flex">
        <InboxSentence id={sentenceId} line={line} />
        {note !== null && (
          <p className="wrap-anywhere min-w-0 text-muted-foreground text-xs md:truncate">
            {note}
            {line.reason === 'suggestion' && (
              <SuggestedChange record={line.record} suggestion={line.suggestion} hasClient={note !== ''} />
            )}
          </p>
        )}
      </div>
      <When line={line} nowMs={nowMs} />
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
      <QuietMenu
        line={line}
        nowMs={nowMs}
        quiet={quiet}
        describedBy={sentenceId}
        open={menu}
        onOpenChange={setMenu}
      />
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
  return (
    <div className="relative flex shrink-0 gap-2 empty:hidden max-md:order-last max-md:basis-full max-md:pb-1 max-md:pl-7">
      {children}
    </div>
  )
}

/** How long a matter waits, or when it is due. */
function When({ line, nowMs }: Omit<InboxRowProps, 'quiet'>) {
  const { t, i18n } = useTranslation()
  const styles = 'shrink-0 text-muted-foreground text-xs'
  if (line.since) return <Ago date={line.since} nowMs={nowMs} className={styles} />
  const renewal = renewalOf(line.renewsOn, new Date(nowMs))
  return renewal && <span className={styles}>{renewalWords(renewal, t, i18n.language)}</span>
}
