import { Copy, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'

/** New recovery codes, shown this once, with buttons to copy and download them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  const text = `${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: t('Copied') })
    } catch {
      toast({
        variant: 'destructive',
        title: t('Error copying'),
        description: t('Your browser does not allow copying. Write the codes down, or download them.'),
      })
    }
  }

  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-muted-foreground">
        {t(
          'Each code signs you in once if you do not have your app. Keep the codes where you keep passwords. They are not shown again.',
        )}
      </p>
      <ul
        aria-label={t('Recovery codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-muted px-4 py-3 font-mono text-sm max-[23rem]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden />
          {t('Copy')}
        </Button>
        <Button asChild variant="outline">
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="recovery-codes.txt">
            <Download aria-hidden />
            {t('Download')}
          </a>
        </Button>
      </div>
    </div>
  )
}
