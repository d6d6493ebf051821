import type { SecondFactor } from '@cairn/workspace/port/security'
import { Fingerprint } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '@/lib/browser/passkey-support.ts'
import { useAccess } from '@/session/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { failureMessage } from '../failure-message.ts'
import { useAsyncAction } from '../use-async-action.ts'

/** A second factor that is a key: the browser asks for it. */
export function KeyFactorForm({ factor }: { factor: SecondFactor }) {
  const { t } = useTranslation()
  const access = useAccess()
  const { isPending, error, run } = useAsyncAction()
  if (!canUsePasskeys()) {
    return (
      <p className="text-muted-foreground text-sm">
        {t('This browser cannot use security keys here. Use another factor or a recovery code.')}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Button
        size="lg"
        pending={isPending}
        onClick={() => void run(async () => void (await access.passkeys.verifyKey(factor.id)))}
      >
        <Fingerprint aria-hidden />
        {t('Use your security key')}
      </Button>
      {error !== null && (
        <p role="alert" className="text-destructive text-sm">
          {failureMessage(error, t)}
        </p>
      )}
    </div>
  )
}
