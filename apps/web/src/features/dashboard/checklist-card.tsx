import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { firstStepsQueries } from '@/queries/first-steps.ts'
import { useSessionAccess } from '@/session/context.tsx'
import { useShowFirstSteps } from '@/shared/use-show-first-steps.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { checklistOf } from './checklist-lines.ts'

/** How far a new account has come. It goes for good once everything is done, or when the user has had enough of it. */
export function ChecklistCard() {
  const { t } = useTranslation()
  const { data: facts, isPending } = useQuery(firstStepsQueries.progress(useWorkspace()))
  const access = useSessionAccess()
  const { show, isPending: isHiding } = useShowFirstSteps({ saysWhere: true })
  const lines = facts ? checklistOf(facts) : []
  const isDone = facts !== undefined && lines.every((line) => line.isDone)
  useEffect(() => {
    if (isDone)
      access.keepFirstStepsHidden(true).catch((error: unknown) => logFailure('hiding the first steps', error))
  }, [isDone, access])
  if (isPending) return <Skeleton className="h-44 rounded-xl" />
  if (!facts || isDone) return null
  return (
    <Card>
      <CardHeader
        title={t('First steps')}
        description={t('{{done}} of {{total}} done', {
          done: lines.filter((line) => line.isDone).length,
          total: lines.length,
        })}
        action={
          <IconButton
            label={t('Hide the first steps')}
            icon={X}
            onClick={() => show(false)}
            pending={isHiding}
          />
        }
      />
      <div className="px-2 pt-2 pb-3">
        <ul aria-label={t('First steps')} className="grid lg:grid-cols-2">
          {lines.map((line) => (
            <Line key={line.title} line={line} />
          ))}
        </ul>
      </div>
    </Card>
  )
}

function Line({ line }: { line: ReturnType<typeof checklistOf>[number] }) {
  const { t } = useTranslation()
  const { title, path, wanted, reached, isDone } = line
  const progress = wanted > 1 && !isDone ? t('{{reached}} of {{wanted}}', { reached, wanted }) : null
  return (
    <li>
      {isDone ? (
        <span className="flex min-h-10 items-center gap-3 px-3 py-1.5 text-muted-foreground text-sm">
          <CircleCheck aria-label={t('Done')} className="size-4 shrink-0 text-success-foreground" />
          {t(title)}
        </span>
      ) : (
        <Button asChild variant="ghost">
          <Link
            to={path}
            className="h-auto min-h-10 w-full justify-start gap-3 whitespace-normal py-1.5 text-left font-normal text-foreground"
          >
            <Circle aria-hidden className="text-muted-foreground" />
            <span className="min-w-0 flex-1">{t(title)}</span>
            {progress && <span className="text-muted-foreground text-xs tabular-nums">{progress}</span>}
          </Link>
        </Button>
      )}
    </li>
  )
}
