import type { ApiToken } from '@cairn/workspace/port/tokens'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDate, formatDateTime } from '@/lib/text/dates.ts'
import { personName } from '@/shared/people/person-name.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { scopeWords } from './scope-words.ts'
import { useChangeTokens } from './use-change-tokens.ts'

const SOON_MS = 14 * 86_400_000

interface TokenListProps {
  label: string
  tokens: readonly ApiToken[]
  /** Names the owner of each. */
  showsOwner?: boolean
  /** Left out where tokens are only looked at and revoked. */
  onRotate?: (token: ApiToken) => void
}

/** Tokens, each with what it may, when it ends, and when and from where it was last used. */
export function TokenList({ label, tokens, showsOwner = false, onRotate }: TokenListProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<ApiToken | null>(null)
  return (
    <>
      <ul aria-label={label} className="divide-y">
        {tokens.map((token) => (
          <li key={token.id} className="flex items-start gap-3 py-3">
            <TokenFacts token={token} showsOwner={showsOwner} />
            <span className="flex shrink-0 gap-1">
              {onRotate && (
                <IconButton
                  icon={RefreshCw}
                  label={t('Rotate {{name}}', { name: token.name })}
                  onClick={() => onRotate(token)}
                />
              )}
              <IconButton
                icon={Trash2}
                label={t('Revoke {{name}}', { name: token.name })}
                onClick={() => setAsked(token)}
              />
            </span>
          </li>
        ))}
      </ul>
      {asked && <RevokeToken token={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function TokenFacts({ token, showsOwner }: { token: ApiToken; showsOwner: boolean }) {
  const { t, i18n } = useTranslation()
  const { name, ending, scopes, serviceAccount, ownerName, formerUntil, hasSecret } = token
  const owner = ownerName === null ? t('Without an owner') : personName(ownerName, t)
  const whose = [serviceAccount?.name, showsOwner && owner].filter(Boolean)
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto" className="wrap-anywhere font-medium text-sm">
          {name}
        </span>
        <code className="font-mono text-muted-foreground text-xs">{`cairn_…${ending}`}</code>
        <EndBadge token={token} />
        {!hasSecret && <Badge variant="warning">{t('Rotate it before use')}</Badge>}
      </p>
      {whose.length > 0 && (
        <p dir="auto" className="wrap-anywhere mt-0.5 text-xs">
          {whose.join(' · ')}
        </p>
      )}
      <p className="mt-0.5 text-pretty text-muted-foreground text-xs">{scopeWords(scopes, t).join(' · ')}</p>
      <LastUse token={token} />
      {formerUntil && (
        <p className="mt-0.5 text-muted-foreground text-xs">
          {t('The former secret works until {{date}}.', { date: formatDateTime(formerUntil, i18n.language) })}
        </p>
      )}
    </div>
  )
}

function LastUse({ token: { lastUsedAt, lastUsedFrom } }: { token: ApiToken }) {
  const { t } = useTranslation()
  const nowMs = useNow()
  if (lastUsedAt === null) return <p className="mt-0.5 text-muted-foreground text-xs">{t('Never used')}</p>
  return (
    <p className="mt-0.5 text-muted-foreground text-xs">
      {t('Last used')}: <Ago date={lastUsedAt} nowMs={nowMs} />
      {lastUsedFrom !== null && `, ${t('from {{network}}', { network: lastUsedFrom })}`}
    </p>
  )
}

function EndBadge({ token: { expiresAt } }: { token: ApiToken }) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  if (expiresAt === null) return <Badge variant="neutral">{t('No end date')}</Badge>
  const date = formatDate(expiresAt, i18n.language)
  const left = expiresAt.getTime() - nowMs
  if (left <= 0) return <Badge variant="danger">{t('Expired on {{date}}', { date })}</Badge>
  return <Badge variant={left < SOON_MS ? 'warning' : 'neutral'}>{t('Expires on {{date}}', { date })}</Badge>
}

function RevokeToken({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeTokens((part, token: string) => part.revoke(token), onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Revoke the token {{name}}?', { name })}
      description={t('Scripts that have it are refused at once. This cannot be undone.')}
      confirmLabel={t('Revoke Token')}
      destructive
      pending={isPending}
      onConfirm={() => mutate(id)}
    />
  )
}
