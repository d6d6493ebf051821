import type { Account } from '@cairn/workspace/port/workspace'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appearanceQueries } from '@/queries/appearance.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { appearanceOf } from './appearance.ts'

/** How the account presents itself, as far as that is known by now. */
export function useAppearance(account: Account | null) {
  const { t } = useTranslation()
  const query = useQuery(appearanceQueries.read(useWorkspace()))
  return { query, data: appearanceOf(query.data ?? null, account, t) }
}
