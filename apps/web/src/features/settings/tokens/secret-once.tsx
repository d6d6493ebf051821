import { useTranslation } from 'react-i18next'
import { CopyBlock } from '@/catalogue/heartbeats/copy-block.tsx'
import { useConfig } from '@/lib/config.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { firstRequest } from './first-request.ts'

export interface ShownSecret {
  name: string
  secret: string
  scopes: readonly string[]
}

/** The secret of a token, which nobody can read again, with a first request. */
export function SecretOnce({ name, secret, scopes, onClose }: ShownSecret & { onClose: () => void }) {
  const { t } = useTranslation()
  const { url } = useConfig()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      wide
      title={t('Token {{name}}', { name })}
      description={t('Copy this now. It is not shown again.')}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <div className="flex flex-col gap-5">
        <p className="rounded-md bg-muted p-3">
          <CopyButton text={secret} />
        </p>
        <section>
          <h3 className="mb-2 font-medium text-sm">{t('Try it in a terminal')}</h3>
          <CopyBlock label={t('A first request')} text={firstRequest(url, secret, scopes)} />
        </section>
        <p className="text-pretty text-muted-foreground text-sm">
          {t(
            'Keep it like a password. Anyone with it has its permissions until it expires or you revoke it.',
          )}
        </p>
      </div>
    </EntityDialog>
  )
}
