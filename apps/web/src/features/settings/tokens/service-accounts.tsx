import type { ServiceAccount } from '@cairn/workspace/port/tokens'
import { hasRank } from '@cairn/workspace/rules/can'
import { ArrowRightLeft, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { personName } from '@/shared/people/person-name.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { DeleteServiceAccount, GiveServiceAccount, ServiceAccountForm } from './service-account-dialogs.tsx'

type Asked =
  | { does: 'add'; about: null }
  | { does: 'change' | 'give' | 'delete'; about: ServiceAccount }
  | null

/** The service accounts of the account: their owners and admins change, give and delete them. */
export function ServiceAccounts({ all }: { all: readonly ServiceAccount[] }) {
  const { t } = useTranslation()
  const { kind, personId, permissionLevel } = useMe()
  const refusal = useRefusal()('create-record', null)
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const isManaged = ({ ownerId }: ServiceAccount) =>
    kind === 'guest' || hasRank(permissionLevel, 'admin') || (refusal === null && ownerId === personId)
  return (
    <>
      {all.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('There are no service accounts yet.')}</p>
      ) : (
        <ul aria-label={t('Service Accounts')} className="divide-y">
          {all.map((account) => (
            <ServiceAccountRow
              key={account.id}
              account={account}
              isManaged={isManaged(account)}
              onAsk={(does) => setAsked({ does, about: account })}
            />
          ))}
        </ul>
      )}
      <Button
        variant="outline"
        className="mt-4"
        disabledReason={refusal}
        onClick={() => setAsked({ does: 'add', about: null })}
      >
        {t('Add Service Account')}
      </Button>
      {(asked?.does === 'add' || asked?.does === 'change') && (
        <ServiceAccountForm account={asked.about} onClose={close} />
      )}
      {asked?.does === 'give' && <GiveServiceAccount account={asked.about} onClose={close} />}
      {asked?.does === 'delete' && <DeleteServiceAccount account={asked.about} onClose={close} />}
    </>
  )
}

interface ServiceAccountRowProps {
  account: ServiceAccount
  isManaged: boolean
  onAsk: (does: 'change' | 'give' | 'delete') => void
}

function ServiceAccountRow({ account, isManaged, onAsk }: ServiceAccountRowProps) {
  const { t } = useTranslation()
  const { name, purpose, ownerId, ownerName, tokens: count } = account
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="wrap-anywhere font-medium text-sm">
            {name}
          </span>
          {ownerId === null && <Badge variant="warning">{t('Without an owner')}</Badge>}
        </p>
        {purpose !== '' && (
          <p dir="auto" className="wrap-anywhere mt-0.5 text-sm">
            {purpose}
          </p>
        )}
        <p className="mt-0.5 text-muted-foreground text-xs">
          {ownerId === null
            ? t('Its tokens open nothing until an administrator gives it an owner.')
            : t('Owner: {{name}}', { name: personName(ownerName ?? '', t) })}
          {' · '}
          {t('{{count}} tokens', { count, defaultValue_one: '{{count}} token' })}
        </p>
      </div>
      {isManaged && (
        <span className="flex shrink-0 gap-1">
          <IconButton icon={Pencil} label={t('Change {{name}}', { name })} onClick={() => onAsk('change')} />
          <IconButton
            icon={ArrowRightLeft}
            label={t('Give {{name}} to another owner', { name })}
            onClick={() => onAsk('give')}
          />
          <IconButton icon={Trash2} label={t('Delete {{name}}', { name })} onClick={() => onAsk('delete')} />
        </span>
      )}
    </li>
  )
}
