import type { HandedOver } from '@cairn/workspace/port/records/handovers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { HandoverButtons } from '@/catalogue/handover/handover-buttons.tsx'
import { useAnswerHandovers } from '@/catalogue/handover/use-answer-handovers.ts'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { handoverQueries } from '@/queries/records/handovers.ts'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

interface HandoverAnswersProps {
  act: string
  /** The label of the list. */
  label: string
  onAnswered: () => void
}

/** The records that one action handed over to the user, with answers for each, or for all at once. */
export function HandoverAnswers({ act, label, onAnswered }: HandoverAnswersProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(handoverQueries.mine(useWorkspace(), act))
  const { save, isSaving } = useAnswerHandovers(onAnswered)
  const list = useKeptFocus<HTMLUListElement>()
  const pages = query.data?.pages
  if (!pages && !query.error) return <Skeleton className="mt-3 h-8 w-64" />
  const items = pages?.flatMap((page) => page.items) ?? []
  const pending = pages?.at(-1)?.pending ?? 0
  return (
    <div className="mt-2 flex flex-col gap-2">
      {pending > 1 && (
        <Button
          size="sm"
          variant="outline"
          className="self-start"
          pending={isSaving}
          onClick={() => save({ which: { act }, answer: { answer: 'accept' } })}
        >
          {t('Accept all {{count}}', { count: pending })}
        </Button>
      )}
      <ul {...list} aria-label={label} className="divide-y rounded-lg border empty:hidden">
        {items.map((item) => (
          <Item key={item.id} item={item} onAnswered={onAnswered} />
        ))}
      </ul>
      <MoreRows query={query} />
    </div>
  )
}

function Item({ item, onAnswered }: { item: HandedOver; onAnswered: () => void }) {
  const { t } = useTranslation()
  const { kind, recordId, recordName, part, state } = item
  const Icon = KINDS[kind].icon
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 basis-40">
        <Link
          to={recordPath({ kind, id: recordId })}
          dir="auto"
          className="wrap-anywhere font-medium text-link underline-offset-3 hover:underline"
        >
          {recordName}
        </Link>{' '}
        <span className="text-muted-foreground text-xs">{part === 'owner' ? t('Owner') : t('Expert')}</span>
      </span>
      {state === 'pending' ? (
        <HandoverButtons handover={item} onAnswered={onAnswered} />
      ) : (
        <span className="text-muted-foreground text-xs">
          {state === 'accepted' && t('Accepted')}
          {state === 'passed_on' && t('Passed on')}
          {state === 'withdrawn' && t('No longer yours')}
        </span>
      )}
    </li>
  )
}
