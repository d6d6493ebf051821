import type { ImportPlan } from '@cairn/workspace/port/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { foundQueries } from '@/queries/found.ts'
import { importQueries } from '@/queries/imports.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Rows that are left out can wait among what was found, to be decided later. */
export function LeftOut({ plan: { id, leftOut, kind } }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => workspace.found.leaveForLater(id),
    onSuccess(count) {
      toast({
        title: t('Left for later: {{count}} rows', {
          count,
          defaultValue_one: 'Left for later: {{count}} row',
        }),
        action: { label: t('Show'), onPress: () => void navigate(`/discovery?kind=${kind}`) },
      })
    },
    onError: (error) => toast(failureToast(error, { title: t('This could not be saved') }, t)),
    async onSettled() {
      for (const queryKey of [importQueries.all, foundQueries.all])
        await queries.invalidateQueries({ queryKey })
    },
  })
  if (leftOut === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-pretty text-muted-foreground text-sm">
        {t('{{count}} rows without a record are left out.', {
          count: leftOut,
          defaultValue_one: '{{count}} row without a record is left out.',
        })}
      </p>
      <Button variant="outline" size="sm" pending={leave.isPending} onClick={() => leave.mutate()}>
        {t('Leave for Later')}
      </Button>
    </div>
  )
}
