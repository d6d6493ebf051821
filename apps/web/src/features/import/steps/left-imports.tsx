import { IMPORT_DAYS, type ImportPlan } from '@cairn/workspace/port/imports'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { importQueries } from '@/queries/imports.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { planPath } from './import-address.ts'

/** Imports that were checked, or half applied, and left. */
export function LeftImports() {
  const { t } = useTranslation()
  const { data = [] } = useQuery(importQueries.list(useWorkspace()))
  const left = data.filter(({ state }) => state !== 'done')
  if (left.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={t('Not finished')}
        description={t('Imports are kept for {{days}} days.', { days: IMPORT_DAYS })}
      />
      <CardContent>
        <ul aria-label={t('Not finished')} className="divide-y">
          {left.map((plan) => (
            <LeftImport key={plan.id} plan={plan} />
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}

function LeftImport({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const { personId } = useMe()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { kind, startedAt, startedBy, total, fileName, id } = plan
  const discard = useMutation({
    mutationFn: () => workspace.imports.abandon(id),
    onSettled: () => queries.invalidateQueries({ queryKey: importQueries.all }),
    onError: (error) => toast(failureToast(error, { title: t('The import could not be discarded') }, t)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium text-sm">{fileName}</p>
        <p className="mt-0.5 text-muted-foreground text-xs">
          {t(CATALOGUES[kind].title)} ·{' '}
          {t('{{count}} rows', { count: total, defaultValue_one: '{{count}} row' })} ·{' '}
          {startedBy.id !== personId && `${personName(startedBy.name ?? FORMER, t)} · `}
          <Ago date={startedAt} nowMs={nowMs} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('Discard {{name}}', { name: fileName })}
          pending={discard.isPending}
          onClick={() => discard.mutate()}
        >
          {t('Discard')}
        </Button>
        <Button variant="outline" size="sm" asChild>
          <Link to={planPath(kind, id)} aria-label={t('Continue {{name}}', { name: fileName })}>
            {t('Continue')}
          </Link>
        </Button>
      </div>
    </li>
  )
}
