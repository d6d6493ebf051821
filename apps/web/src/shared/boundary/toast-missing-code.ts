import type { TFunction } from 'i18next'
import { toast } from '@/ui/feedback/toast-store.ts'
import { missingCodeMessage, serverAnswers } from './missing-code-message.ts'

/** Says in a toast that code which a press asked for could not be loaded, and what to do. */
export async function toastMissingCode(t: TFunction): Promise<void> {
  const isUpdated = await serverAnswers()
  toast({
    title: t('Something went wrong'),
    description: missingCodeMessage(isUpdated, t),
    variant: 'destructive',
    ...(isUpdated && { action: { label: t('Reload'), onPress: () => location.reload() } }),
  })
}
