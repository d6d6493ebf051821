import type { ImportDecision, ImportPlan, ImportsPart } from '@cairn/workspace/port/imports'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { importQueries } from '@/queries/imports.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

interface Decision {
  which: Parameters<ImportsPart['decide']>[1]
  decision: ImportDecision | null
}

/** Says what is to become of rows. */
export function useDecide({ id }: Pick<ImportPlan, 'id'>) {
  const workspace = useWorkspace()
  const { run, isRunning } = useChangePlan(id, ({ which, decision }: Decision) =>
    workspace.imports.decide(id, which, decision),
  )
  return { decide: run, isDeciding: isRunning }
}

/** Changes a plan, and shows it and its rows as they are then. */
export function useChangePlan<Given>(id: string, change: (given: Given) => Promise<ImportPlan>) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const [isReading, setReading] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationKey: changesOf(id),
    mutationFn: change,
    onSuccess(plan) {
      queries.setQueryData(importQueries.one(workspace, id).queryKey, plan)
      // The plan can be applied by now; who changed it waits for the rows.
      setReading(true)
      void queries.invalidateQueries({ queryKey: importQueries.allRows(id) }).finally(() => setReading(false))
    },
    onError: (error) => toast(failureToast(error, { title: t('This could not be saved') }, t)),
  })
  return { run: mutate, isRunning: isPending || isReading }
}

/** Whether a change of a plan is under way: until it is answered, nobody knows which rows are to be checked again. */
export const useIsChanging = (id: string) => useIsMutating({ mutationKey: changesOf(id) }) > 0

const changesOf = (id: string) => ['changes of an import', id]
