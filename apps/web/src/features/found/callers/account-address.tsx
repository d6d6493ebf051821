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
      {token !== null && <NewAddress token={token} />}
      {asked !== null && (
        <Question
          asked={asked}
          pending={asked === 'renew' ? make.isPending : revoke.isPending}
          onConfirm={() => (asked === 'renew' ? make : revoke).mutate(null)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

/** The call of the new ping URL, which is shown once. */
function NewAddress({ token }: { token: string }) {
  const { t } = useTranslation()
  const { url } = useConfig()
  return (
    <div className="mt-4 rounded-md bg-muted p-3 text-sm">
      <p className="font-medium">{t('Copy this now. It is not shown again.')}</p>
      <p className="mt-2">
        <CopyButton text={`curl -fsS -m 10 --retry 5 -X POST ${url}/p/${token}/my-script`} />
      </p>
      <p className="mt-2 text-muted-foreground text-xs">
        {t('Write the name of the script in place of my-script.')}
      </p>
    </div>
  )
}

interface QuestionProps {
  asked: 'renew' | 'revoke'
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

function Question({ asked, pending, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const words = {
    renew: {
      title: t('Renew the address?'),
      description: t('The present address works for another 24 hours.'),
      confirmLabel: t('Renew Address'),
    },
    revoke: {
      title: t('Revoke the address?'),
      description: t('Every script that calls it is refused at once, joined ones too.'),
      confirmLabel: t('Revoke Address'),
    },
  }
  return (
    <ConfirmDialog
      open
      {...words[asked]}
      destructive={asked === 'revoke'}
      pending={pending}
      onConfirm={onConfirm}
      onOpenChange={onClose}
    />
  )
}
