import type { TFunction } from 'i18next'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { reloadOnce, serverAnswers } from './reload-once.ts'

const RETRY_MS = 4_000

/** Stands in the place of a screen whose file is missing, until the server answers and the page is reloaded. */
export function MissingFile({ title }: { title: string }) {
  const { t } = useTranslation()
  const [mustAsk, setMustAsk] = useState(false)
  const look = useEffectEvent(async () => {
    if ((await serverAnswers()) && !reloadOnce()) setMustAsk(true)
  })
  useEffect(() => {
    if (mustAsk) return
    const lookNow = () => void look()
    lookNow()
    const timer = setInterval(lookNow, RETRY_MS)
    addEventListener('online', lookNow)
    return () => {
      clearInterval(timer)
      removeEventListener('online', lookNow)
    }
  }, [mustAsk])
  return (
    <ErrorState
      title={title}
      message={messageOf(mustAsk, t)}
      onRetry={() => location.reload()}
      retryLabel={t('Reload')}
    />
  )
}

/** The same for a file that no screen stands for, a language: reloads the page, or tells why it cannot. */
export async function handleMissingFile(t: TFunction): Promise<void> {
  const answers = await serverAnswers()
  if (answers && reloadOnce()) return
  toast({
    title: t('Something went wrong'),
    description: messageOf(answers, t),
    variant: 'destructive',
    ...(answers && { action: { label: t('Reload'), onPress: () => location.reload() } }),
  })
}

function messageOf(isUpdated: boolean, t: TFunction): string {
  return isUpdated
    ? t('Cairn has been updated. Reload the page to continue.')
    : t('The server cannot be reached. This will work again once it can.')
}
