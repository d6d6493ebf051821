import { WEBHOOK_OVERLAP_HOURS } from '@cairn/workspace/port/webhooks'
import { useTranslation } from 'react-i18next'
import { CopyBlock } from '@/catalogue/heartbeats/copy-block.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { ExternalLink } from '@/ui/display/external-link.tsx'

/** Where the libraries are that check a signature, for most languages. */
const LIBRARIES = new URL('https://www.standardwebhooks.com/')

const EXAMPLE = [
  "import { Webhook } from 'standardwebhooks'",
  '',
  '// The body as it came, before anything parses it.',
  'const event = new Webhook(secret).verify(body, headers)',
].join('\n')

interface SecretDialogProps {
  name: string
  secret: string
  /** It takes the place of another one, which signs too for a day. */
  isRotated: boolean
  onClose: () => void
}

/** The secret of a webhook, which is shown this once, and how a receiver checks with it. */
export function SecretDialog({ name, secret, isRotated, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      wide
      title={t('Secret of {{name}}', { name })}
      description={t('This secret is shown once. Keep it where your program finds it, and nobody else.')}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <div className="flex flex-col gap-5">
        <CopyButton text={secret} />
        {isRotated && (
          <p className="text-pretty text-sm">
            {t(
              'For {{hours}} hours, deliveries are signed with the former secret too, so that your program misses none.',
              { hours: WEBHOOK_OVERLAP_HOURS },
            )}
          </p>
        )}
        <div className="flex flex-col gap-2">
          <p className="text-pretty text-muted-foreground text-sm">
            {t(
              'With it, your program makes sure that a delivery comes from here. There are libraries for most languages; this is how it is done in JavaScript:',
            )}
          </p>
          <CopyBlock label={t('How to verify a delivery')} text={EXAMPLE} />
          <p className="text-sm">
            <ExternalLink to={LIBRARIES}>{t('Libraries and specification')}</ExternalLink>
          </p>
        </div>
      </div>
    </EntityDialog>
  )
}
