import { IMPORT_PAGE, type ImportPlan } from '@cairn/workspace/port/imports'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useKnownFields } from '@/catalogue/fields/use-known-fields.ts'
import { saveFile } from '@/lib/browser/save-file.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { importLabel } from '../matching/import-targets.ts'
import { useDraftStore, useImportDraft } from '../state/use-import-draft.ts'
import { rowProblemText } from '../words/row-problem.ts'

/** Saves the rows with problems as a file like the one that was chosen, with a column that says why. */
export function useProblemFile(plan: ImportPlan, effect: 'error' | 'refused') {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const store = useDraftStore()
  const { preview, plan: made } = useImportDraft()
  const fields = useKnownFields(plan.kind) ?? []
  const label = (field: string) => importLabel(field, t, fields)
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const problems = new Map<number, string>()
      let total = 1
      for (let skip = 0; skip < total; skip += IMPORT_PAGE) {
        const page = await workspace.imports.rows(plan.id, { effect, skip })
        total = page.total
        for (const { row, problems: its } of page.items)
          problems.set(row, its.map((problem) => rowProblemText(problem, label, t)).join(' '))
      }
      return store.table().problemFile(problems, t('Problem'))
    },
    onSuccess: ({ bytes, name, type }) => saveFile(new Blob([bytes], { type }), name),
    onError: (error) => toast(failureToast(error, { title: t('The file could not be made') }, t)),
  })
  const isHere = preview !== null && made?.id === plan.id
  return {
    save: () => mutate(),
    isSaving: isPending,
    reason: isHere ? null : t('The file is not open any more. Choose it again to get its rows.'),
  }
}
