import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '@/lib/hooks/use-copy.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Lines to copy. A screen reader hears that they have been. */
export function CopyBlock({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const isCopied = copied !== null
  return (
    <div className="relative rounded-lg border bg-muted/50">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keys. */}
      <section aria-label={label} tabIndex={0} className="max-h-72 overflow-auto rounded-lg p-3 pr-12">
        <pre className="font-mono text-xs">{text}</pre>
      </section>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={t('Copy')}
        className="absolute top-1 right-1 bg-card"
        onClick={() => {
          copy(label, text).catch(() =>
            toast({
              variant: 'destructive',
              title: t('Copy failed'),
              description: t('Please select and copy it by hand.'),
            }),
          )
        }}
      />
      <span role="status" className="sr-only">
        {isCopied && t('Copied')}
      </span>
    </div>
  )
}
