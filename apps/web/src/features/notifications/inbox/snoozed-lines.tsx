import type { SnoozedLine } from '@cairn/workspace/port/inbox'
import { useTranslation } from 'react-i18next'
import { InboxSentence } from '@/catalogue/inbox/inbox-sentence.tsx'
import type { Quiet } from '@/catalogue/inbox/use-quiet.ts'
import { formatDate } from '@/lib/text/dates.ts'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card } from '@/ui/layout/card.tsx'

interface SnoozedLinesProps {
  snoozed: readonly SnoozedLine[]
  onBringBack: Quiet['snooze']
}

/** The snoozed lines, folded: the next to come back first. */
export function SnoozedLines({ snoozed, onBringBack }: SnoozedLinesProps) {
  const { t, i18n } = useTranslation()
  const list = useKeptFocus<HTMLUListElement>()
  if (snoozed.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer text-muted-foreground text-sm max-md:py-2.5">
        {t('Snoozed ({{total}})', { total: snoozed.length })}
      </summary>
      <Card className="mt-2">
        <ul {...list} aria-label={t('Snoozed')} className="divide-y">
          {snoozed.map(({ line, until }) => (
            <li
              key={line.id}
              className="relative flex min-h-11 flex-wrap items-center gap-x-3 px-3 py-1 has-[a]:hover:bg-muted"
            >
              <div className="min-w-0 flex-1 basis-40 py-1">
                <InboxSentence line={line} />
              </div>
              <span className="shrink-0 text-muted-foreground text-xs">
                {t('until {{date}}', { date: formatDate(until, i18n.language) })}
              </span>
              <Button
                size="sm"
                variant="outline"
                className="relative"
                onClick={() => onBringBack({ line, until: null })}
              >
                {t('Bring back')}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </details>
  )
}
