import type { Access } from '@cairn/workspace/port/access'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/**
 * Keys and fetchers of the security of the user's own account. It changes elsewhere too, so it is fetched again each
 * time it is shown.
 */
export const securityQueries = {
  all: ['security'] as const,
  factors: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'factors'],
      queryFn: () => workspace.security.factors(),
      staleTime: 0,
    }),
  /** Apart from the others: a user without a factor has no codes, and the server refuses to count them. */
  recoveryCodesLeft: (workspace: Workspace) =>
    queryOptions({
      queryKey: ['recovery-codes'],
      queryFn: () => workspace.security.recoveryCodesLeft(),
      staleTime: 0,
    }),
  passkeys: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'passkeys'],
      queryFn: () => workspace.security.passkeys(),
      staleTime: 0,
    }),
  sessions: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'sessions'],
      queryFn: () => workspace.security.sessions(),
      staleTime: 0,
    }),
  signInMethods: (access: Access) =>
    queryOptions({
      queryKey: ['sign-in methods'],
      queryFn: () => access.signInMethods(),
    }),
  /** The answer of a trial is given once. */
  providerTrial: (workspace: Workspace, code: string) =>
    queryOptions({
      queryKey: ['provider trial', code],
      queryFn: () => workspace.security.trials.readTrial(code),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  groupRules: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'group rules'],
      queryFn: () => workspace.security.groups.list(),
      staleTime: 0,
    }),
  connectedApps: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'connected apps'],
      queryFn: () => workspace.security.apps.connectedApps(),
      staleTime: 0,
    }),
}
