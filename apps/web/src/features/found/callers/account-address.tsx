import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { useDecide } from './use-callers.ts'

/** The ping URL of the account: created, regenerated, and revoked. */
export function AccountAddress({ hasAddress }: { hasAddress: boolean }) {
  const { t } = useTranslation()
  const { url } = useConfig()
  const [token, setToken] = useState<string | null>(null)
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const make = useDecide(
    (part) => part.makeAddress(),
    (made) => {
      setToken(made)
      setAsked(null)
    },
  )
  const revoke = useDecide(
    (part) => part.revokeAddress(),
    () => {
      setToken(null)
      setAsked(null)
    },
  )
  return (
    <section aria-label={t('Address of the account')} className="rounded-lg border bg-card p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-pretty text-muted-foreground text-sm">
          {t(
            'Scripts that call one address with their own name behind it wait here until you decide what they are.',
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {hasAddress && (
            <Button variant="ghost" onClick={() => setAsked('revoke')}>
              {t('Revoke Address')}
            </Button>
          )}
          <Button
            variant="outline"
            pending={make.isPending}
            onClick={() => (hasAddress ? setAsked('renew') : make.mutate(null))}
          >
            {hasAddress ? t('Renew Address') : t('Create Address')}
          </Button>
        </div>
      </div>
      {token !== null && (
        <div className="mt-4 rounded-md bg-muted p-3 text-sm">
          <p className="font-medium">{t('Copy this now. It is not shown again.')}</p>
          <p className="mt-2">
            <CopyButton text={`curl -fsS -m 10 --retry 5 -X POST ${url}/p/${token}/my-script`} />
          </p>
          <p className="mt-2 text-muted-foreground text-xs">
            {t('Write the name of the script in place of my-script.')}
          </p>
        </div>
      )}
      {asked === 'renew' && (
        <ConfirmDialog
          open
          title={t('Renew the address?')}
          description={t('The present address works for another 24 hours.')}
          confirmLabel={t('Renew Address')}
          pending={make.isPending}
          onConfirm={() => make.mutate(null)}
          onOpenChange={() => setAsked(null)}
        />
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          open
          title={t('Revoke the address?')}
          description={t('Every script that calls it is refused at once, joined ones too.')}
          confirmLabel={t('Revoke Address')}
          destructive
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate(null)}
          onOpenChange={() => setAsked(null)}
        />
      )}
    </section>
  )
}
