import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { MeProvider, useMe, useWorkspace } from '@/queries/context.tsx'
import { teamsQueries } from '@/queries/teams.ts'

/** Tells the screens the teams of a member whose level alone does not decide what they may change. */
export function WithMyTeams({ children }: { children: ReactNode }) {
  const me = useMe()
  const { data } = useQuery({
    ...teamsQueries.of(useWorkspace(), me.personId ?? ''),
    enabled: me.kind === 'member' && me.account !== null && me.permissionLevel === 'user',
  })
  const known = useMemo(
    () => (me.kind === 'member' && data ? { ...me, teams: data.map(({ id }) => id) } : me),
    [me, data],
  )
  return <MeProvider me={known}>{children}</MeProvider>
}
