import type { OwnFactor } from '@cairn/workspace/port/security'
import { KeyRound, Plus, ShieldCheck, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '@/lib/browser/passkey-support.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDate } from '@/lib/text/dates.ts'
import { factorKindLabel } from '@/shared/factor-kind-label.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { AddFactorDialog, addFactorLabel } from './add-factor-dialog.tsx'
import { RowSkeleton } from './card-states.tsx'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import type { NewFactorKind } from './use-add-factor.ts'
import { useFactors, usePasskeys } from './use-security.ts'

/** The second factors of the user: list, add, remove. */
export function TwoFactorCard() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useFactors()
  const [adding, setAdding] = useState<NewFactorKind>('totp')
  const [isAdding, setIsAdding] = useState(false)
  const { kinds, areKnown } = useNewFactorKinds()
  const factors = areKnown ? data : undefined
  const [removed, setRemoved] = useState<OwnFactor | null>(null)
  return (
    <Card id="two-factor-authentication" className="scroll-mt-20" aria-busy={!factors && isFetching}>
      <CardHeader
        title={t('Two-factor authentication')}
        description={t(
          'To sign in, you also need a code from an app or a security key. A stolen password alone is not enough.',
        )}
        action={kinds.map((kind) => (
          <Button
            key={kind}
            variant="outline"
            onClick={() => {
              setAdding(kind)
              setIsAdding(true)
            }}
          >
            <Plus aria-hidden />
            {addFactorLabel(kind, t)}
          </Button>
        ))}
      />
      <CardContent>
        {!factors && !error && <RowSkeleton label={t('Loading factors...')} />}
        {!factors && error && (
          <LoadFailed
            title={t('Factors could not be loaded')}
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {factors && <Factors factors={factors} onRemove={setRemoved} />}
      </CardContent>
      <AddFactorDialog
        kind={adding}
        open={isAdding}
        onOpenChange={setIsAdding}
        isFirst={factors?.length === 0}
      />
      <RemoveFactorDialog factor={removed} isLast={factors?.length === 1} onClose={() => setRemoved(null)} />
    </Card>
  )
}

interface FactorsProps {
  factors: readonly OwnFactor[]
  onRemove: (factor: OwnFactor) => void
}

function Factors({ factors, onRemove }: FactorsProps) {
  const { t } = useTranslation()
  if (factors.length === 0)
    return (
      <p className="flex items-center gap-2 py-2 text-muted-foreground text-sm">
        <ShieldCheck aria-hidden className="size-4 shrink-0" />
        {t('Not set up yet. You sign in with your password alone.')}
      </p>
    )
  return (
    <>
      <ul aria-label={t('Two-factor authentication')} className="divide-y">
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onRemove={() => onRemove(factor)} />
        ))}
      </ul>
      <RecoveryCodesRow />
    </>
  )
}

/**
 * Returns the kinds of factors that can be added: keys where the server and this browser support them; the card of
 * passkeys explains why not.
 */
function useNewFactorKinds(): { kinds: NewFactorKind[]; areKnown: boolean } {
  const { data: passkeys, isPending } = usePasskeys()
  return { kinds: passkeys && canUsePasskeys() ? ['totp', 'webauthn'] : ['totp'], areKnown: !isPending }
}

interface FactorRowProps {
  factor: OwnFactor
  onRemove: () => void
}

function FactorRow({ factor, onRemove }: FactorRowProps) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  const name = factor.name || factorKindLabel(factor.kind, t)
  const Icon = factor.kind === 'webauthn' ? KeyRound : Smartphone
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-success-soft text-success-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-sm">{name}</p>
        <p className="text-muted-foreground text-xs">
          {t('Added {{date}}', { date: formatDate(factor.addedAt, i18n.language) })}
          {' · '}
          {t('Last used')} <Ago date={factor.lastUsedAt} nowMs={nowMs} />
        </p>
      </div>
      <IconButton icon={Trash2} label={t('Remove {{name}}', { name })} onClick={onRemove} />
    </li>
  )
}
