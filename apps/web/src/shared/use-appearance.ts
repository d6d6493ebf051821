import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appearanceQueries } from '@/queries/appearance.ts'
import { useWorkspace } from '@/queries/context.tsx'
import type { Account } from '@/workspace/port.ts'
import { appearanceOf } from '@/workspace/rules/appearance.ts'

/** How the account presents itself, as far as that is known by now. */
export function useAppearance(account: Account | null) {
  const { t } = useTranslation()
  const query = useQuery(appearanceQueries.read(useWorkspace()))
  return { query, data: appearanceOf(query.data ?? null, account, t) }
}
