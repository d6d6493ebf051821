import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Asks for the link of an invitation when it is needed: it is a secret, and stands in no list. */
export function useInvitationLink(id: string) {
  const { t } = useTranslation()
  const { invitations } = useWorkspace()
  const { mutate, isPending } = useMutation({
    mutationFn: () => invitations.link(id),
    onError: (error) => toast(failureToast(error, { title: t('Error loading the link') }, t)),
  })
  return {
    withLink: (use: (link: string) => void) => mutate(undefined, { onSuccess: use }),
    isAsking: isPending,
  }
}
