import type { HandoverItems } from '@cairn/workspace/port/records/handovers'
import type { ServiceAccount } from '@cairn/workspace/port/tokens'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedAct } from '@/catalogue/handover/use-refused-act.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** The records and service accounts of a member. */
export interface HadByMember {
  records: HandoverItems
  serviceAccounts: readonly ServiceAccount[]
}

/** Loads the records of a member before the dialog asks who gets them; null until then. */
export function useHandover(personId: string, onlyOwned: boolean) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const [had, setHad] = useState<HadByMember | null>(null)
  const close = () => setHad(null)
  const { refusal, forget, onError } = useRefusedAct(close)
  const { mutate, isPending } = useMutation({
    mutationFn: () => hadBy(workspace, personId, onlyOwned),
    onError: (error) => toast(failureToast(error, { title: t('Their records could not be loaded') }, t)),
  })
  return {
    /** The properties of the dialog. */
    asked: { had, refusal, onClose: close },
    isAsking: isPending,
    /**
     * Loads them and opens the dialog. Where there are none, it calls `otherwise` if given; else the earlier dialog
     * opens.
     */
    ask(otherwise?: () => void) {
      forget()
      mutate(undefined, {
        onSuccess: (found) => (otherwise && hasNothing(found) ? otherwise() : setHad(found)),
      })
    },
    close,
    /** The callbacks for a save from the dialog. */
    closing: { onSuccess: close, onError },
  }
}

export const hasNothing = ({ records, serviceAccounts }: HadByMember): boolean =>
  Object.keys(records).length + serviceAccounts.length === 0

async function hadBy(workspace: Workspace, personId: string, onlyOwned: boolean): Promise<HadByMember> {
  const [records, { serviceAccounts }] = await Promise.all([
    workspace.handovers.items(personId, onlyOwned),
    workspace.tokens.all(),
  ])
  return { records, serviceAccounts: serviceAccounts.filter(({ ownerId }) => ownerId === personId) }
}
