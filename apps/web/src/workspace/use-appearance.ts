import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from './context.tsx'
import type { Account } from './port.ts'
import { appearanceQueries } from './queries/appearance.ts'
import { appearanceOf } from './rules/appearance.ts'

/** How the account presents itself, as far as that is known by now. */
export function useAppearance(account: Account | null) {
  const query = useQuery(appearanceQueries.read(useWorkspace()))
  return { query, data: appearanceOf(query.data ?? null, account) }
}
