import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'
import { type FailureWords, failureToast } from '../loading/failure-toast.ts'

interface SaveOptions<Input, Saved> {
  write: (input: Input) => Promise<Saved>
  done: ToastInput | ((saved: Saved) => ToastInput)
  failed: FailureWords | ((error: Error) => FailureWords)
  /** Brings the caches up to date; it is waited for. */
  onSaved: (saved: Saved, input: Input) => unknown
}

/** Saves something and tells in a toast what became of it. */
export function useSave<Input, Saved>({ write, done, failed, onSaved }: SaveOptions<Input, Saved>) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: write,
    async onSuccess(saved, input) {
      await onSaved(saved, input)
      toast(typeof done === 'function' ? done(saved) : done)
    },
    onError: (error) => toast(failureToast(error, typeof failed === 'function' ? failed(error) : failed, t)),
  })
  return { save: mutate, isSaving: isPending }
}
