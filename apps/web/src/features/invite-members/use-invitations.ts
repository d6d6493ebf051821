import { WorkspaceError } from '@cairn/workspace/errors'
import type { InvitationsPart } from '@cairn/workspace/port/invitations'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { invitationQueries } from '@/queries/invitations.ts'
import { catalogueKey } from '@/queries/records/catalogue.ts'
import { teamQueries } from '@/queries/team.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

interface ChangeOptions<Input, Answer> {
  write: (invitations: InvitationsPart, input: Input) => Promise<Answer>
  done: (answer: Answer) => ToastInput
  failed: { title: string; otherwise?: string }
}

/** Changes an invitation, reports the result in a toast, and reloads the screens that show it. */
export function useInvitationChange<Input, Answer>({ write, done, failed }: ChangeOptions<Input, Answer>) {
  const { t, i18n } = useTranslation()
  const { invitations } = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Input) => write(invitations, input),
    onSuccess: (answer) => toast(done(answer)),
    onError: (error) => {
      const title = titleOf(error, failed.title, t)
      const says = (reason: string) => withTime(reason, error, t, i18n.language)
      toast(failureToast(error, { ...failed, title, says }, t))
    },
    // A failed change may have had an effect all the same, or have met a change by another admin.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: invitationQueries.all }),
        queries.invalidateQueries({ queryKey: teamQueries.all }),
        // The owners of records change with an invitation.
        ...CATALOGUE_KINDS.map((kind) => queries.invalidateQueries({ queryKey: catalogueKey(kind) })),
      ]),
  })
  return { change: mutate, isPending }
}

/** Two refusals have a separate title, whatever was attempted. */
function titleOf(error: unknown, otherwise: string, t: TFunction): string {
  if (!(error instanceof WorkspaceError)) return otherwise
  if (error.refusal?.code === 'invitation.owners_only') return t('Access Restricted')
  return error.refusal?.code === 'invitation.user_exists' ? t('User already exists') : otherwise
}

/** A rate limit says when the user can continue. */
function withTime(reason: string, error: unknown, t: TFunction, language: string): string {
  if (!(error instanceof WorkspaceError) || error.retryAt === null) return reason
  return t('{{reason}} You can continue at {{time}}.', {
    reason,
    time: formatDateTime(error.retryAt, language),
  })
}
