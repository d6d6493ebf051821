import type { TFunction } from 'i18next'
import { toast } from '@/ui/toast-store.ts'
import { missingWords, serverAnswers } from './missing-words.ts'

/** Says in a toast that code which a press asked for could not be loaded, and what to do. */
export async function tellMissing(t: TFunction): Promise<void> {
  const isUpdated = await serverAnswers()
  toast({
    title: t('Something went wrong'),
    description: missingWords(isUpdated, t),
    variant: 'destructive',
    ...(isUpdated && { action: { label: t('Reload'), onPress: () => location.reload() } }),
  })
}
