import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { withWord } from '../matching/first-mapping.ts'
import { choiceId, withChoices } from '../matching/with-choices.ts'
import { useDraftStore } from '../state/use-import-draft.ts'

interface AddChoices {
  /** Adds words to the choices of the field, and takes them as what the words mean; null where the user may not. */
  add: ((words: readonly string[]) => void) | null
  isAdding: boolean
}

/** Adds words of a file to the choices of a custom field. The choices of built-in fields are the same for all accounts. */
export function useAddChoices(kind: CatalogueKind, target: string): AddChoices {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const store = useDraftStore()
  const mayAdd = useRefusal()('manage-fields', null) === null
  const { data: fields = [] } = useQuery(ownFieldQueries.list(workspace))
  const field = fields.find((each) => each.kind === kind && OWN + each.key === target) ?? null
  const { mutate, isPending } = useMutation({
    async mutationFn({ to, words }: { to: OwnField; words: readonly string[] }) {
      const { choices } = await workspace.ownFields.change(to, withChoices(to, words))
      return { choices, words }
    },
    async onSuccess({ choices, words }) {
      await queries.invalidateQueries({ queryKey: ownFieldQueries.all })
      const mapping = store.current().mappings[kind]
      if (mapping)
        store.setMapping(
          kind,
          words.reduce((now, word) => withWord(now, target, word, choiceId(word, choices)), mapping),
        )
    },
    async onError(error) {
      toast(failureToast(error, { title: t('The choice could not be added') }, t))
      await queries.invalidateQueries({ queryKey: ownFieldQueries.all })
    },
  })
  return {
    add: mayAdd && field ? (words) => mutate({ to: field, words }) : null,
    isAdding: isPending,
  }
}
