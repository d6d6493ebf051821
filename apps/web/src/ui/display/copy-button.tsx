import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '@/lib/hooks/use-copy.ts'
import { toast } from '../feedback/toast-store.ts'

/** A text that is copied by a press on it: an id, for instance. A screen reader hears that it has been. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const isCopied = copied === text
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <button
        type="button"
        title={t('Copy')}
        onClick={() => {
          copy(text, text).catch(() =>
            toast({
              variant: 'destructive',
              title: t('Copy failed'),
              description: t('Please copy it manually: {{text}}', { text }),
            }),
          )
        }}
        className="-mx-1.5 inline-flex max-w-full items-center gap-2 rounded-sm px-1.5 py-0.5 text-left hover:bg-muted"
      >
        <code className="wrap-anywhere font-mono text-xs">{text}</code>
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground print:hidden" />
      </button>
      <span role="status" className="sr-only">
        {isCopied && t('Copied')}
      </span>
    </>
  )
}
