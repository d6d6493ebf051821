import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '@/workspace/port.ts'

/** Keys and fetchers of the account's invitations. */
export const invitationQueries = {
  all: ['invitations'] as const,
  list: ({ invitations }: Workspace, historyLimit: number) =>
    queryOptions({
      queryKey: [...invitationQueries.all, historyLimit],
      queryFn: () => invitations.list(historyLimit),
    }),
}
