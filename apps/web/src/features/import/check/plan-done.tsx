import type { ImportPlan } from '@cairn/workspace/port/imports'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUndoAct } from '@/catalogue/acts/use-undo-act.ts'
import { importQueries } from '@/queries/imports.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardContent } from '@/ui/layout/card.tsx'
import { LeftOut } from './left-out.tsx'
import { PlanRows } from './plan-rows.tsx'

/** The result of an import, and the next steps. */
export function PlanDone({ plan, onAgain }: { plan: ImportPlan; onAgain: () => void }) {
  const { t } = useTranslation()
  const { act, applied, refused, kind, fileName } = plan
  const { path, title } = CATALOGUES[kind]
  const count = applied - refused
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <CardContent className="flex flex-col items-start gap-4 pt-5">
          <div className="flex items-start gap-3">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success-foreground" />
            <div className="min-w-0">
              <h2 tabIndex={-1} className="font-semibold text-base">
                {t('Imported: {{count}} records', { count, defaultValue_one: 'Imported: {{count}} record' })}
              </h2>
              <p className="wrap-anywhere mt-0.5 text-muted-foreground text-sm">
                {refused > 0
                  ? t('{{file}}. Refused since the check: {{count}} rows.', {
                      file: fileName,
                      count: refused,
                      defaultValue_one: '{{file}}. Refused since the check: {{count}} row.',
                    })
                  : fileName}
              </p>
            </div>
          </div>
          <LeftOut plan={plan} />
          <div className="flex flex-wrap gap-2">
            <Button asChild>
              <Link to={path}>{t(title)}</Link>
            </Button>
            {act !== null && (
              <>
                <Button variant="outline" asChild>
                  <Link to={`/activity/${act}`}>{t('View details')}</Link>
                </Button>
                <UndoImport act={act} />
              </>
            )}
            <Button variant="ghost" onClick={onAgain}>
              {t('Import Another File')}
            </Button>
          </div>
        </CardContent>
      </Card>
      {refused > 0 && <PlanRows plan={plan} first="refused" />}
    </div>
  )
}

function UndoImport({ act }: { act: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const undo = useUndoAct()
  return (
    <Button
      variant="outline"
      pending={undo.isPending}
      disabledReason={undo.data && undo.data.undone > 0 ? t('The import is undone.') : null}
      onClick={() =>
        undo.mutate(
          { act },
          { onSettled: () => void queries.invalidateQueries({ queryKey: importQueries.all }) },
        )
      }
    >
      <Undo2 aria-hidden />
      {t('Undo')}
    </Button>
  )
}
