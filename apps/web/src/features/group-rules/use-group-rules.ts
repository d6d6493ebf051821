import type { GroupRule, GroupRuleInput } from '@cairn/workspace/port/group-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { useSave } from '@/shared/form/use-save.ts'

function useRefresh() {
  const queries = useQueryClient()
  const { queryKey } = securityQueries.groupRules(useWorkspace())
  return () => queries.invalidateQueries({ queryKey })
}

/** Adds a rule about a group. */
export function useAddGroupRule(onDone: () => void) {
  const { t } = useTranslation()
  const { groups } = useWorkspace().security
  const refresh = useRefresh()
  return useSave({
    write: (input: GroupRuleInput) => groups.add(input).then(() => input),
    done: ({ group }) => ({ title: t('Rule added'), description: group }),
    failed: { title: t('The rule could not be added') },
    onSaved: async () => {
      await refresh()
      onDone()
    },
  })
}

/** Deletes a rule about a group. */
export function useDeleteGroupRule(onDone: () => void) {
  const { t } = useTranslation()
  const { groups } = useWorkspace().security
  const refresh = useRefresh()
  return useSave({
    write: (rule: GroupRule) => groups.remove(rule.id).then(() => rule),
    done: ({ group }) => ({ title: t('Rule deleted'), description: group }),
    failed: { title: t('The rule could not be deleted') },
    onSaved: async () => {
      await refresh()
      onDone()
    },
  })
}
