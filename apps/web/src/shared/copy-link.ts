import type { TFunction } from 'i18next'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Copies the address of a place in Cairn, and says so; where the browser does not allow it, shows the address. */
export async function copyLink(path: string, t: TFunction): Promise<void> {
  const text = new URL(path, location.origin).href
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: t('Link copied') })
  } catch {
    const description = t('Please copy it manually: {{text}}', { text })
    toast({ title: t('Copy failed'), description, variant: 'destructive' })
  }
}
