import type { HandoverItems } from '@cairn/workspace/port/records/handovers'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedAct } from '@/catalogue/handover/use-refused-act.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Loads what a member has before they are asked who gets it; null is what nobody has asked for yet. */
export function useHandover(personId: string, onlyOwned: boolean) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const [handoverItems, setHandoverItems] = useState<HandoverItems | null>(null)
  const close = () => setHandoverItems(null)
  const { refusal, forget, onError } = useRefusedAct(close)
  const { mutate, isPending } = useMutation({
    mutationFn: () => workspace.handovers.items(personId, onlyOwned),
    onError: (error) => toast(failureToast(error, { title: t('Their records could not be loaded') }, t)),
  })
  return {
    /** What the dialog needs to know of it. */
    asked: { handoverItems, refusal, onClose: close },
    isAsking: isPending,
    /** Asks what there is. With nothing, `otherwise` is done where it is given; else the dialog of before opens. */
    ask(otherwise?: () => void) {
      forget()
      mutate(undefined, {
        onSuccess: (found) =>
          otherwise && Object.keys(found).length === 0 ? otherwise() : setHandoverItems(found),
      })
    },
    close,
    /** For what is saved from the dialog. */
    closing: { onSuccess: close, onError },
  }
}
