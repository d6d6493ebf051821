import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** Keys and fetchers of the account's invitations. */
export const invitationQueries = {
  all: ['invitations'] as const,
  list: ({ invitations }: Workspace, historyLimit: number) =>
    queryOptions({
      queryKey: [...invitationQueries.all, historyLimit],
      queryFn: () => invitations.list(historyLimit),
    }),
  problems: ({ invitations }: Workspace, emails: readonly string[]) =>
    queryOptions({
      queryKey: [...invitationQueries.all, 'problems', emails],
      queryFn: () => invitations.problemsOf(emails),
    }),
}
