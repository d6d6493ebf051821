import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { AccountAddress } from './account-address.tsx'
import { useCallers } from './use-callers.ts'

/** For admins: the ping URL of the account, and the way to the callers that nobody knows yet. */
export function AddressCard() {
  const { t } = useTranslation()
  const query = useCallers('waiting')
  return (
    <LoadedCard
      title={t('Monitoring')}
      description={t('Automations and agents report their runs, and Cairn says which of them are late.')}
      action={
        <Button asChild variant="outline">
          <Link to="/discovery?show=callers">{t('Unknown callers')}</Link>
        </Button>
      }
      query={query}
      failure={t('Callers could not be loaded.')}
      lines={1}
    >
      {({ hasAddress }) => <AccountAddress hasAddress={hasAddress} />}
    </LoadedCard>
  )
}
